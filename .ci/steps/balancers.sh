# shellcheck shell=bash
# Several replicas, balancers in front of them, and clients of other vendors.

check_step balancers landing 1800 'alone node-tools server-binary haproxy nginx h2load' \
    examples/balancers tests/programs/{continuous,test_grpc}.py

# The gain from a second replica on a second core.
check_step scale-out landing 600 'alone server-binary haproxy h2load' examples/balancers

# TLS, API keys and refused callers, as the clients of other vendors see them.
check_step secured landing 600 'node-tools server-binary'
