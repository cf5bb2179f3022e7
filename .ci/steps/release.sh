# shellcheck shell=bash
# What a release must keep, and the command that makes one. Sourced by .ci/run.

# The contract against that of the last release: callers built for that one must go on working.
breaking() {
    local folder=$CI_DIR/breaking tag
    rm -rf "$folder"
    mkdir -p "$folder"
    if tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null); then
        git archive "$tag" proto | tar --extract --directory "$folder"
        buf breaking proto --against "$folder/proto"
        echo "nothing breaks that $tag has"
    else
        echo "there is no release yet that anything could break"
    fi

    # Whether it would be seen: a field less than the contract has.
    cp -r proto "$folder/broken"
    sed -i '/^  string version = /d' "$folder/broken/mancala/v1/server_info.proto"
    if buf breaking "$folder/broken" --against proto >"$folder/complaint"; then
        echo "a field was removed, and nobody complained"
        return 1
    fi
    cat "$folder/complaint"
    grep --quiet 'server_info.proto.*Previously present field.*was deleted' "$folder/complaint"
}

# On a clone, with checks that take no time.
release() {
    limit 120 python3 .ci/checks/release_check.py . "$CI_DIR/release" "$IMAGE_BINARY"
}
