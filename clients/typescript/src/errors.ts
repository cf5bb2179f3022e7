import type { ErrorReason, Problem } from "./schema.js";

/** A call that the service refused, or that something between it and the client answered. */
export class AylaError extends Error {
    /** The HTTP status. */
    readonly status: number;
    /** The problem document; absent where it is not the service that answered. */
    readonly problem: Problem | undefined;

    constructor(status: number, problem: Problem | undefined) {
        super(problem?.detail ?? `status ${status}, and no problem document`);
        this.name = "AylaError";
        this.status = status;
        this.problem = problem;
    }

    /** Why, for programs. Later versions of the service may add reasons. */
    get reason(): ErrorReason | undefined {
        return this.problem?.reason;
    }
}

/** The problem document in a response that is not successful. */
export async function problemOf(response: Response): Promise<Problem | undefined> {
    try {
        const problem: Problem | null = await response.clone().json();
        return typeof problem?.reason === "string" ? problem : undefined;
    } catch {
        return undefined;
    }
}
