# shellcheck shell=bash
# Several replicas, what is in front of them, and callers that are not ours. Sourced by .ci/run.

# The release build of step image if it ran, else that of step server-binary.
balanced_binary() {
    if [[ -x ${IMAGE_BINARY:-} ]]; then
        echo "$IMAGE_BINARY"
    else
        echo "${CARGO_TARGET_DIR:-target}/debug/ayla"
    fi
}

# HAProxy, nginx and h2load are Debian's: what operators have.
balancer_tools() {
    local missing=()
    command -v haproxy /usr/sbin/haproxy >/dev/null || missing+=(haproxy)
    command -v nginx /usr/sbin/nginx >/dev/null || missing+=(nginx-light)
    command -v h2load >/dev/null || missing+=(nghttp2-client)
    if ((${#missing[@]} == 0)); then
        echo "as before"
        return
    fi
    apt_install "${missing[@]}"
    # The packages may start their daemons, which nobody needs.
    limit 30 service haproxy stop || true
    limit 30 service nginx stop || true
}

# A checker in Python that starts clients in Node too.
checker() {
    limit 150 env "NODE=$(node_home)/bin/node" "NODE_DIR=$NODE_DIR" "$VENV/bin/python" "$@"
}

balance() {
    buf build proto --as-file-descriptor-set -o "$CI_DIR/mancala.binpb"
    checker .ci/checks/balancers.py "$1" "$(balanced_binary)" "$CI_DIR/balancers/$1" "$CI_DIR/mancala.binpb"
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

# What a second core gives.
scale_out() {
    limit 120 "$VENV/bin/python" .ci/checks/scale_out.py "$(balanced_binary)" "$CI_DIR/balancers/scale-out"
}

# TLS and API keys, and who is refused.
secured() {
    buf build proto --as-file-descriptor-set -o "$CI_DIR/mancala.binpb"
    checker .ci/checks/secured.py "$(balanced_binary)" "$CI_DIR/secured" "$CI_DIR/mancala.binpb"
}
