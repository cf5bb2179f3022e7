// Builds the WebAssembly module with cargo, and puts it into dist with the weights of each game.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(here, "dist");

// build.mjs FEATURES... builds with features of the crate.
const features = process.argv.slice(2).flatMap((feature) => ["--features", feature]);
const cargo = ["build", "--locked", "--profile", "web", "--target", "wasm32-unknown-unknown", "--package", "ayla-web"];
// Networks are summed by vectors, which all browsers of the last years have.
const env = { ...process.env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: "-Ctarget-feature=+simd128" };
const options = { cwd: join(here, "../.."), encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"], env };
const messages = execFileSync("cargo", [...cargo, ...features, "--message-format", "json"], options)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** The message that cargo prints for a package. */
function messageOf(reason, name) {
    return messages.findLast((message) => message.reason === reason && message.package_id.includes(`/${name}#`));
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "weights"), { recursive: true });
const module = messageOf("compiler-artifact", "web").filenames.find((file) => file.endsWith(".wasm"));
copyFileSync(module, join(dist, "rules.wasm"));
const data = messageOf("build-script-executed", "engine").out_dir;
for (const file of readdirSync(data).filter((file) => file.endsWith(".weights"))) {
    copyFileSync(join(data, file), join(dist, "weights", basename(file, ".weights") + ".bin"));
}
