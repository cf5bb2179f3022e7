# shellcheck shell=bash
# The contract, in protobuf and in OpenAPI, and whether the service keeps it; and the form of these scripts.

step shell landing 300 'python-tools server-binary' .ci tests/{clients,mcp,packages,pages,programs} Dockerfile docs/releasing.md
shell() {
    shellcheck --external-sources .ci/run .ci/instrumented .ci/steps/*.sh
    check steps
    # The table has every step, with its ring.
    diff <(bash .ci/run --list | awk '{ print $1, $2 }') \
        <(awk -F ' [|] ' '$2 == "landing" || $2 == "whole" { gsub(/[^a-z-]/, "", $1); print $1, $2 }' docs/releasing.md)
}

step proto landing 300 node-tools proto
proto() {
    buf lint proto
    buf format proto --diff --exit-code
}

# Clients built for the contract of the last release before this commit still work.
step breaking landing 300 node-tools proto
breaking() {
    local folder=$CI_DIR/breaking tag
    rm -rf "$folder"
    mkdir -p "$folder"
    if tag=$(last_release); then
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

# The tag of the last release before this commit.
last_release() {
    git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null
}

step openapi landing 300 node-tools openapi .ci/redocly.yaml
openapi() {
    openapi-spec-validator --schema 3.1 --validation-errors all openapi/mancala.v1.json
    redocly lint openapi/mancala.v1.json --config .ci/redocly.yaml --format stylish
}

# Answers over HTTP follow the document, whatever is asked.
check_step http-conformance landing 1200 server-binary openapi .ci/schemathesis.toml \
    tests/programs/schemathesis_hooks.py

# The service plays as a second implementation of the rules does, and as OpenSpiel, in other random games each time. With
# REFERENCE_SECONDS, for so long, however few that are.
step reference landing 1200 'python-tools server-binary' tests/reference tests/peers tests/vectors
reference() {
    local bound=(--plies 300000 --seconds 900)
    if [[ -n ${REFERENCE_SECONDS:-} ]]; then
        bound=(--seconds "$REFERENCE_SECONDS")
    fi
    (cd tests/reference && mypy --strict --cache-dir "$CI_DIR/mypy" . && python -m pytest -p no:cacheprovider)
    python tests/reference/compare.py --binary "$SERVER_BINARY" "${bound[@]}"
    (cd tests/peers && mypy --cache-dir "$CI_DIR/mypy" .)
    python tests/peers/openspiel.py compare "$SERVER_BINARY" --plies 20000 --seconds 60
}
