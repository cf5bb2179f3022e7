# shellcheck shell=bash
# The files for clusters and containers, and what operators see. No cluster is needed.

step yaml landing 300 python-tools '*.yaml' 'docs/*.md' Dockerfile examples/presets.toml k8s tests/clients/custom_kinds.mjs \
    tests/programs/{manifests,test_manifests}.py
yaml() {
    yamllint --strict --config-file .ci/yamllint.yaml k8s compose compose.yaml examples .ci .github
    # Who may do what in a workflow, and what runs in it.
    zizmor --offline --no-progress --min-severity medium .github
    actionlint
    # The examples of the documentation.
    check manifests -k pages
}

# An environment of its own, because checkov pins packages to versions that conflict with other tools.
step checkov need 1800 '' .ci/checkov-requirements.txt
checkov() {
    python_environment "$CI_DIR/checkov" .ci/checkov-requirements.txt
}

check_step manifests landing 1200 'node-tools checkov' \
    k8s compose compose.yaml Dockerfile examples/presets.toml docs/kubernetes.md docs/operations.md \
    .ci/checkov.yaml tests/clients/custom_kinds.mjs tests/programs/manifests.py
manifests() {
    check manifests -k "not pages"
}

# The unit is valid, and shuts the service off from the machine. No systemd has to run.
step systemd landing 120 systemd-analyze examples/systemd
systemd() {
    local unit=$CI_DIR/ayla.service
    # The programs of a unit have to exist.
    sed "s|/usr/local/bin/ayla|$(command -v true)|" examples/systemd/ayla.service >"$unit"
    systemd-analyze verify --man=no "$unit"
    systemd-analyze security --offline=true --no-pager --threshold=15 "$unit"
}

# Prometheus can read the alerts and the expressions of the dashboard, and each alert fires when it should, on the series
# that a server serves.
check_step alerts landing 600 'server-binary promtool' \
    k8s/components/monitoring k8s/base/settings.env compose/prometheus.yaml examples/balancers/prometheus.yaml docs/alerts.md \
    .ci/alerts_test.yaml tests/programs/monitoring.py

# In a Prometheus that scrapes a server, all expressions of the dashboard and of the alerts have results.
check_step dashboard landing 600 'server-binary promtool' \
    k8s/components/monitoring tests/programs/monitoring.py

check_step otlp landing 600 server-binary
