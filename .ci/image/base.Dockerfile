# Stands in for the base image of the build stage when no image registry can be reached: BusyBox, as in Alpine, and
# the compilers of the machine, which are mounted during the build.

FROM scratch

ARG CARGO_HOME
ARG RUSTUP_HOME
ARG RUSTUP_TOOLCHAIN
# A change of the compiler invalidates the layers.
ARG COMPILER

COPY busybox /bin/
# The ar of BusyBox can only read archives. Alpine has that of binutils too.
RUN ["/bin/busybox", "sh", "-c", "\
    busybox --install -s /bin \
    && rm /bin/ar \
    && ln -s usr/lib /lib \
    && ln -s usr/lib64 /lib64 \
    && mkdir -p /etc/alternatives /etc/ssl /tmp /usr \"$CARGO_HOME\" \"$RUSTUP_HOME\""]

ENV CARGO_HOME=$CARGO_HOME \
    RUSTUP_HOME=$RUSTUP_HOME \
    RUSTUP_TOOLCHAIN=$RUSTUP_TOOLCHAIN \
    COMPILER=$COMPILER \
    PATH=/bin:$CARGO_HOME/bin:/usr/bin
