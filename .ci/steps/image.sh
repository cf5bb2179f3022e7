# shellcheck shell=bash
# The container image of the service.
#
# No image registry can be reached. buildah, which is a Debian package, builds the unchanged Dockerfile on a base image
# that stands in for the real one.

readonly IMAGE_DIR=$CI_DIR/image

# Runs buildah with its own storage, in the format that needs nothing of the system.
run_buildah() {
    BUILDAH_ISOLATION=chroot \
        buildah --root "$IMAGE_DIR/storage" --runroot "$IMAGE_DIR/run" --storage-driver vfs "$@"
}

# Copies the files of an image into a folder.
image_files() {
    local container
    container=$(run_buildah from --pull-never "$1")
    rm -rf "$2"
    cp --archive "$(run_buildah mount "$container")" "$2"
    run_buildah rm "$container" >/dev/null
}

# The default of an ARG in the Dockerfile.
image_argument() {
    sed -n "s/^ARG $1=//p" Dockerfile
}

check_step image landing 2700 'cargo musl-gcc buildah busybox-static' \
    Dockerfile .dockerignore .ci/image "$SOURCES" fuzz/Cargo.toml 'tests/support/*/Cargo.toml' LICENSE
image() {
    local base cargo rustup compiler commit target
    if ((EUID != 0)); then
        echo "building and starting an image needs root"
        return 1
    fi
    hadolint --failure-threshold style Dockerfile
    for target in "$(uname -m)-unknown-linux-musl" wasm32-unknown-unknown; do
        if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target ]]; then
            retry rustup target add "$target"
        fi
    done
    mkdir -p "$IMAGE_DIR/base" "$IMAGE_DIR/target"

    cargo=${CARGO_HOME:-$HOME/.cargo}
    rustup=${RUSTUP_HOME:-$HOME/.rustup}
    compiler=$(rustc --version)
    commit=$(git rev-parse HEAD)
    base="docker.io/library/rust:$(image_argument RUST_VERSION)-alpine$(image_argument ALPINE_VERSION)"
    echo "== instead of $base: BusyBox, $compiler, $(musl-gcc --version | head -n 1)"
    cp "$(command -v busybox)" "$IMAGE_DIR/base/busybox"
    run_buildah build --layers --file .ci/image/base.Dockerfile --tag "$base" \
        --build-arg CARGO_HOME="$cargo" --build-arg RUSTUP_HOME="$rustup" --build-arg COMPILER="$compiler" \
        --build-arg RUSTUP_TOOLCHAIN="$(rustup show active-toolchain | cut -d ' ' -f 1)" "$IMAGE_DIR/base"

    # The target folder is a volume, because it is too large for a layer and the next run reuses it.
    run_buildah build --pull-never --layers --format docker --build-arg AYLA_COMMIT="$commit" \
        --volume /usr:/usr:ro --volume /etc/alternatives:/etc/alternatives:ro --volume /etc/ssl:/etc/ssl:ro \
        --volume "$cargo:$cargo" --volume "$rustup:$rustup:ro" --volume "$IMAGE_DIR/target:/build/target" --tag ayla .

    run_buildah inspect --type image ayla >"$IMAGE_DIR/image.json"
    image_files ayla "$IMAGE_DIR/root"
    # Its tests bring up a network and mount file systems.
    CARGO_HOME=$cargo unshare --mount --net --propagation private python -m pytest .ci/checks/test_image.py
}
