# shellcheck shell=bash
# The packages of clients/ for Python and TypeScript. Sourced by .ci/run.
#
# The steps python-client and typescript-client are about other clients, those that the usual generators write from the OpenAPI
# document, as callers may do.

readonly CLIENTS=$CI_DIR/clients

client_tools() {
    local manifests=(clients/typescript/package.json clients/typescript/package-lock.json) missing=()
    if ! up_to_date "$CLIENTS/tools" "${manifests[@]}"; then
        rm -rf "$CLIENTS/tools"
        mkdir -p "$CLIENTS/tools"
        cp "${manifests[@]}" "$CLIENTS/tools"
        retry limit 600 "$VENV/bin/npm" --prefix "$CLIENTS/tools" ci \
            --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
        fingerprint "$CLIENTS/tools" "${manifests[@]}" >"$CLIENTS/tools/.fingerprint"
    fi
    command -v go >/dev/null || missing+=(golang-go)
    command -v jq >/dev/null || missing+=(jq)
    command -v chromium >/dev/null || missing+=(chromium)
    if ((${#missing[@]})); then
        apt_install "${missing[@]}"
    fi
}

# Builds the Python package from a copy, and installs the wheel into an environment of its own. What is generated has to be as it
# is in the repository.
python_package() {
    local source=$CLIENTS/source/clients/python file
    (cd "$source" && limit 60 "$VENV/bin/python" generate.py)
    for file in models _sync; do
        diff "clients/python/src/ayla_client/$file.py" "$source/src/ayla_client/$file.py"
    done
    (cd "$source" && PYRIGHT_PYTHON_CACHE_DIR=$CI_DIR/pyright retry limit 120 \
        "$VENV/bin/pyright" --pythonpath "$VENV/bin/python")
    limit 60 "$VENV/bin/python" -m build --no-isolation --outdir "$CLIENTS/built" "$source"
    python3 -m venv "$CLIENTS/python"
    retry limit 300 "$CLIENTS/python/bin/pip" install --quiet --constraint .ci/requirements.txt pytest \
        "ayla-client[env] @ file://$(echo "$CLIENTS"/built/*.whl)"
}

# Packs the TypeScript package from a copy, and installs it into a folder of its own.
typescript_package() {
    local source=$CLIENTS/source/clients/typescript
    local npm=("$VENV/bin/npm" --no-audit --no-fund --no-update-notifier --loglevel=error)
    ln -s "$CLIENTS/tools/node_modules" "$source/node_modules"
    (cd "$source" && limit 60 "${npm[@]}" run generate && limit 60 "${npm[@]}" pack --pack-destination "$CLIENTS/built")
    diff clients/typescript/src/schema.ts "$source/src/schema.ts"
    mkdir -p "$CLIENTS/typescript"
    echo '{"private": true, "type": "module"}' >"$CLIENTS/typescript/package.json"
    retry limit 120 "${npm[@]}" --prefix "$CLIENTS/typescript" install "$CLIENTS"/built/*.tgz
}

clients() {
    local folder
    client_tools
    rm -rf "$CLIENTS"/{source,built,python,typescript}
    mkdir -p "$CLIENTS/source/clients" "$CLIENTS/built"
    cp -r openapi "$CLIENTS/source"
    for folder in python typescript; do
        git ls-files --cached --others --exclude-standard "clients/$folder" |
            xargs cp --parents --target-directory "$CLIENTS/source"
        cmp LICENSE "clients/$folder/LICENSE"
    done
    python_package
    PATH="$VENV/bin:$PATH" typescript_package
    limit 1200 cargo build --locked --profile test --example first_game
    CHROMIUM=$(command -v chromium) check clients
}
