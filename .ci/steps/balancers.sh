# shellcheck shell=bash
# Several replicas, balancers in front of them, and clients of other vendors. Sourced by .ci/run.

# The release build if the step image has made it, otherwise the debug build.
balanced_binary() {
    if [[ -x $IMAGE_BINARY ]]; then
        echo "$IMAGE_BINARY"
    else
        echo "$SERVER_BINARY"
    fi
}

# Debian's versions of HAProxy, nginx and h2load, as operators have them.
balancer_tools() {
    local missing=()
    command -v haproxy /usr/sbin/haproxy >/dev/null || missing+=(haproxy)
    command -v nginx /usr/sbin/nginx >/dev/null || missing+=(nginx-light)
    command -v h2load >/dev/null || missing+=(nghttp2-client)
    if ((${#missing[@]})); then
        apt_install "${missing[@]}"
        # The packages start their services.
        limit 30 service haproxy stop || true
        limit 30 service nginx stop || true
    fi
}

# Runs a check that starts clients in Node too.
check_with_node() {
    descriptors
    limit 150 env "NODE=$(node_home)/bin/node" "NODE_DIR=$NODE_DIR" "$VENV/bin/python" "$@" "$DESCRIPTORS"
}

balance() {
    check_with_node .ci/checks/balancers.py "$1" "$(balanced_binary)" "$CI_DIR/balancers/$1"
}

balance_haproxy() {
    balance haproxy
}

balance_nginx() {
    balance nginx
}

balance_tcp() {
    balance tcp
}

balance_direct() {
    balance direct
}

# The gain from a second replica on a second core.
scale_out() {
    limit 120 "$VENV/bin/python" .ci/checks/scale_out.py "$(balanced_binary)" "$CI_DIR/balancers/scale-out"
}

# TLS, API keys and refused callers.
secured() {
    check_with_node .ci/checks/secured.py "$(balanced_binary)" "$CI_DIR/secured"
}
