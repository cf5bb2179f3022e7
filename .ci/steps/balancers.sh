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

balance() {
    check balancers --binary "$(balanced_binary)" -k "$1"
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
    check scale_out --binary "$(balanced_binary)"
}

# TLS, API keys and refused callers.
secured() {
    check secured --binary "$(balanced_binary)"
}
