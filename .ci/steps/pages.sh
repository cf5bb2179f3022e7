# shellcheck shell=bash
# The page in a browser. It starts its own servers, which it stops at times.

readonly OFFLINE=$CI_DIR/offline
# Chromium without its windows, which takes a quarter less of the processor.
program chromium-headless-shell chromium-headless-shell

# page_tests OPTIONS... runs the tests of the page with these options of Playwright, which select some.
page_tests() {
    local tests=$NODE_DIR/page-tests
    rm -rf "$tests"
    # Node looks for modules above the script.
    cp -r tests/pages "$tests"
    cp examples/pages/board.html "$tests"
    cp -r tests/vectors "$tests"
    # PSEUDO_BINARY is a server with two languages that nobody speaks.
    PSEUDO_BINARY=$TARGET_DIR/debug/pseudo-languages OFFLINE_BINARY=$OFFLINE/debug/ayla CHROMIUM=$(command -v chromium-headless-shell) FIREFOX=$(command -v firefox-esr) \
        playwright test --config "$tests/playwright.config.mjs" --output "$CI_DIR/pages" "$@"
}

# The types of the page, and its most important ways in Chromium.
step page-smoke landing 1200 'node-tools server-binary chromium-headless-shell' tests/pages examples/pages/board.html tests/vectors
page_smoke() {
    local folder=$NODE_DIR/page
    rm -rf "$folder"
    cp -r crates/pages/files "$folder"
    tsc --noEmit --strict --allowJs --checkJs --noUncheckedIndexedAccess --skipLibCheck --target es2023 --module esnext \
        --moduleResolution bundler --lib es2024,dom,dom.iterable,dom.asynciterable "$folder"/*.js
    page_tests --grep @smoke
}

# The debug build with the rules in its pages, beside the one without, with which it shares what it is made from.
step offline-binary need 1800 'cargo server-binary'
offline_binary() {
    retry rustup target add wasm32-unknown-unknown
    RUSTFLAGS=-Ctarget-feature=+simd128 cargo build --locked --profile web --target wasm32-unknown-unknown --package ayla-web
    CARGO_BUILD_BUILD_DIR=$TARGET_DIR AYLA_RULES_MODULE=$TARGET_DIR/wasm32-unknown-unknown/web/ayla_web.wasm \
        cargo build --locked --profile test --workspace --bin ayla --target-dir "$OFFLINE"
}

# All other tests of the page, in two browsers and by Lighthouse, and its libraries.
# Beside a build, pages are too slow for the times in which the tests expect them.
step pages landing 2400 'alone node-tools server-binary offline-binary chromium-headless-shell firefox-esr' \
    tests/pages examples/pages tests/vectors
pages() {
    local folder=$NODE_DIR/vendor library
    rm -rf "$folder"
    cp -r crates/pages/files/vendor "$folder"
    for library in lit fluent qr; do
        esbuild "$folder/$library.entry.js" --bundle --format=esm --minify --legal-comments=none --log-level=warning \
            --outfile="$folder/$library.made.js"
        cmp "$folder/$library.made.js" "crates/pages/files/vendor/$library.js"
    done
    page_tests --grep-invert @smoke
}
