# Stands in for the base image of the build stage where no registry of images can be reached: BusyBox, as in Alpine, and
# the compilers of the machine, which are mounted when it is used.

FROM scratch

ARG CARGO_HOME
ARG RUSTUP_HOME
ARG RUSTUP_TOOLCHAIN
# Another compiler makes other layers.
ARG COMPILER

COPY busybox /bin/
# Its ar can only read; Alpine has that of binutils as well.
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
