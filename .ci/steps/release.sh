# shellcheck shell=bash
# The site of the documents, the command that makes a release, and the packages that it publishes.

# Pages that are written for people, without the rules and the map that is made from the code: at most so many words, and so many in the README.
readonly MOST_WORDS=55000 MOST_WORDS_OF_README=600

step book landing 300 'python-tools server-binary' docs README.md CONTRIBUTING.md .ci/book.py .ci/owner.toml Cargo.toml
book() {
    local words
    words=$(git ls-files -z README.md CONTRIBUTING.md 'docs/*.md' ':!docs/rules' ':!docs/house.md' | xargs -0 cat | wc -w)
    echo "$words words, of at most $MOST_WORDS; in the README $(wc -w <README.md), of at most $MOST_WORDS_OF_README"
    ((words <= MOST_WORDS && $(wc -w <README.md) <= MOST_WORDS_OF_README))
    "$SERVER_BINARY" reference >"$CI_DIR/reference.md"
    python .ci/book.py "$CI_DIR/book" "$CI_DIR/reference.md"
}

# Trial releases of a clone, with .ci/run replaced.
check_step release landing 600 '' .ci/release.py .ci/owner.toml \
    CHANGELOG.md LICENSE Cargo.toml Cargo.lock openapi server.json Dockerfile compose.yaml k8s 'clients/*/p*'

# What a release publishes is built as it will be, and the clients of the registries have no complaint. Nothing leaves the machine.
step publishing whole 3600 'cargo client-tools node-tools' "$SOURCES" clients openapi LICENSE
publishing() {
    local built=$CI_DIR/publishing/built source=$CI_DIR/publishing/source package
    rm -rf "$CI_DIR/publishing"
    mkdir -p "$built" "$source"
    cargo publish --dry-run --locked --allow-dirty \
        --package ayla-steps --package ayla-rules --package ayla-engine --package ayla-records

    # Without a source distribution, which would lack the folder locales.
    # For the glibc of old distributions.
    [[ -d $CLIENTS/zig ]] || retry pip install --quiet --target "$CLIENTS/zig" ziglang==0.17.1
    PYTHONPATH=$CLIENTS/zig maturin build --locked --release --zig --compatibility manylinux2014 \
        --manifest-path clients/python-rules/Cargo.toml --out "$built"
    python -m build --no-isolation --outdir "$built" clients/python
    twine check --strict "$built"/*

    git ls-files clients/typescript | xargs cp --parents --target-directory "$source"
    ln -s "$CLIENTS/tools/node_modules" "$source/clients/typescript/node_modules"
    retry rustup target add wasm32-unknown-unknown
    for package in "$source/clients/typescript" clients/rules; do
        (cd "$package" && npm pack --pack-destination "$built")
    done
    for package in "$built"/*.tgz; do
        npm publish "$package" --dry-run --access public
    done
}
