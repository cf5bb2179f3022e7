# shellcheck shell=bash
# The files for clusters and containers, k8s/ and compose.yaml, and all other YAML. No cluster is needed. Sourced by .ci/run.

readonly CHECKOV=$CI_DIR/checkov

yaml() {
    "$VENV/bin/yamllint" --strict --config-file .ci/yamllint.yaml k8s compose compose.yaml examples .ci .github
    # Who may do what in a workflow, and what runs in it.
    "$VENV/bin/zizmor" --offline --no-progress --min-severity medium .github
    check manifests -k pages
    echo "no complaint"
}

manifests() {
    check manifests -k "not pages and not policies"
}

policies() {
    # An environment of its own, because checkov pins packages to versions that conflict with other tools.
    python_environment "$CHECKOV" .ci/checkov-requirements.txt
    check manifests -k policies
}

alerts() {
    install_prometheus
    check alerts
}

dashboard() {
    install_prometheus
    check dashboard
}
