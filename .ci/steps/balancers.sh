# shellcheck shell=bash
# Several replicas, balancers in front of them, and clients of other vendors.

check_step balancers whole 1800 'alone node-tools server-binary haproxy nginx h2load' \
    crates/net 'src/access*' 'src/server*' examples/balancers .ci/clients/{grpc_load,grpc_web}.mjs .ci/checks/{continuous,test_grpc}.py

# The gain from a second replica on a second core.
check_step scale-out whole 600 'alone server-binary haproxy h2load' crates/fair crates/net 'src/service*' examples/balancers

# TLS, API keys and refused callers, as the clients of other vendors see them.
check_step secured whole 600 'node-tools server-binary' crates/net 'src/access*' src/reload.rs .ci/clients/{grpc_js,grpc_web}.mjs
