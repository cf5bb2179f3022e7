/** What answers calls without a server: that of the package `@ayla/rules`. */
export interface Local {
    fetch(request: Request): Promise<Response>;
}

/** Answers requests by these rules, or by those of the package `@ayla/rules`, which is loaded for the first. */
export function localFetch(local: true | Local): (request: Request) => Promise<Response> {
    let loading: Promise<Local> | undefined;
    return async (request) => {
        if (local !== true) {
            return local.fetch(request);
        }
        loading ??= load();
        // After a failure, the next call tries again.
        loading.catch(() => (loading = undefined));
        return (await loading).fetch(request);
    };
}

async function load(): Promise<Local> {
    // Bundlers accept in `try` what is not installed.
    try {
        const rules = await import("@ayla/rules");
        return await rules.local();
    } catch (cause) {
        throw new Error("the package @ayla/rules cannot be loaded", { cause });
    }
}
