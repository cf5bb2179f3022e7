# shellcheck shell=bash
# The container image. Sourced by .ci/run.
#
# No registry of images can be reached, but buildah comes as a Debian package and performs the Dockerfile without any
# rights of a container: so what is tested is the Dockerfile as it is, on a base image that stands in for the real one.

readonly IMAGE_DIR=$CI_DIR/image
# The binary of the image, once step image has made it: other steps run the very same.
export IMAGE_BINARY=$IMAGE_DIR/root/ayla

# What the base image would bring: a C compiler and Rust's libraries for musl; and the engine.
image_tools() {
    local target missing=()
    target=$(uname -m)-unknown-linux-musl
    command -v musl-gcc >/dev/null || missing+=(musl-tools)
    command -v buildah >/dev/null || missing+=(buildah)
    # The other package's is not static.
    [[ $(dpkg-query --show --showformat '${db:Status-Status}' busybox-static 2>/dev/null) == installed ]] ||
        missing+=(busybox-static)
    if ((${#missing[@]})); then
        apt_install "${missing[@]}"
    fi
    if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target ]]; then
        patiently limit 300 rustup target add "$target"
    fi
}

# In a storage of its own, of the kind that needs nothing of the system.
engine() {
    BUILDAH_ISOLATION=chroot limit 1500 \
        buildah --root "$IMAGE_DIR/storage" --runroot "$IMAGE_DIR/run" --storage-driver vfs "$@"
}

# The value that the Dockerfile gives an ARG.
image_argument() {
    sed -n "s/^ARG $1=//p" Dockerfile
}

image() {
    local base cargo rustup compiler commit container place
    if ((EUID != 0)); then
        echo "building and starting an image takes root here"
        return 1
    fi
    "$VENV/bin/hadolint" --failure-threshold style Dockerfile
    image_tools
    mkdir -p "$IMAGE_DIR/base" "$IMAGE_DIR/target"

    cargo=${CARGO_HOME:-$HOME/.cargo}
    rustup=${RUSTUP_HOME:-$HOME/.rustup}
    compiler=$(rustc --version)
    commit=$(git rev-parse HEAD)
    base="docker.io/library/rust:$(image_argument RUST_VERSION)-alpine$(image_argument ALPINE_VERSION)"
    echo "== in place of $base: BusyBox, $compiler, $(musl-gcc --version | head -n 1)"
    cp "$(command -v busybox)" "$IMAGE_DIR/base/busybox"
    engine build --layers --file .ci/image/base.Dockerfile --tag "$base" \
        --build-arg CARGO_HOME="$cargo" --build-arg RUSTUP_HOME="$rustup" --build-arg COMPILER="$compiler" \
        --build-arg RUSTUP_TOOLCHAIN="$(rustup show active-toolchain | cut -d ' ' -f 1)" "$IMAGE_DIR/base"

    # What cargo builds is kept outside of the layers: it is large, and the next run goes on from it.
    engine build --pull-never --layers --format docker --tag ayla \
        --build-arg AYLA_COMMIT="$commit" \
        --volume /usr:/usr:ro --volume /etc/alternatives:/etc/alternatives:ro --volume /etc/ssl:/etc/ssl:ro \
        --volume "$cargo:$cargo" --volume "$rustup:$rustup:ro" --volume "$IMAGE_DIR/target:/build/target" .

    engine inspect --type image ayla >"$IMAGE_DIR/image.json"
    container=$(engine from --pull-never ayla)
    place=$(engine mount "$container")
    rm -rf "$IMAGE_DIR/root"
    cp --archive "$place" "$IMAGE_DIR/root"
    engine rm "$container" >/dev/null
    limit 120 unshare --mount --net --propagation private \
        "$VENV/bin/python" .ci/image/check.py "$IMAGE_DIR/root" "$IMAGE_DIR/image.json" "$commit"
}

# Policies for the Dockerfile. Called by the step that has checkov for the manifests.
image_policy() {
    local output
    output=$(limit 120 "$CI_DIR/checkov/bin/checkov" --file Dockerfile --framework dockerfile --skip-download --compact \
        --quiet 2>&1) || {
        printf '%s\n' "$output"
        return 1
    }
    # That it had something to look at.
    grep 'Passed checks: [1-9][0-9]*, Failed checks: 0, Skipped checks: 0' <<<"$output"
}
