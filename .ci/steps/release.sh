# shellcheck shell=bash
# Compatibility with the last release, and the command that makes a release. Sourced by .ci/run.

# Clients built for the contract of the last release before this commit still work.
breaking() {
    local folder=$CI_DIR/breaking tag
    rm -rf "$folder"
    mkdir -p "$folder"
    if tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null); then
        git archive "$tag" proto | tar --extract --directory "$folder"
        buf breaking proto --against "$folder/proto"
        echo "compatible with $tag"
    else
        echo "there is no release yet"
    fi

    # The check works: it reports a removed field.
    cp -r proto "$folder/broken"
    sed -i '/^  string version = /d' "$folder/broken/mancala/v1/server_info.proto"
    if buf breaking "$folder/broken" --against proto >"$folder/complaint"; then
        echo "the removal of a field was not reported"
        return 1
    fi
    cat "$folder/complaint"
    grep --quiet 'server_info.proto.*Previously present field.*was deleted' "$folder/complaint"
}

# Makes trial releases of a clone, with .ci/run replaced.
release() {
    check release
}

# Replicas of the last release and of this build answer the same games by turns. PREVIOUS names another commit than that of
# the last release.
upgrade() {
    local folder=$CI_DIR/upgrade previous=${PREVIOUS:-}
    if [[ -z $previous ]] && ! previous=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null); then
        echo "there is no release yet"
        return
    fi
    rm -rf "$folder"
    mkdir -p "$folder/source"
    git archive "$previous" | tar --extract --directory "$folder/source"
    limit 1200 cargo build --locked --package ayla --bin ayla --manifest-path "$folder/source/Cargo.toml" \
        --target-dir "$(dirname "$(dirname "$SERVER_BINARY")")/upgrade"
    cp "$(dirname "$(dirname "$SERVER_BINARY")")/upgrade/debug/ayla" "$folder/previous"
    PREVIOUS_BINARY=$folder/previous check upgrade
    echo "compatible with $previous"
}
