# `script/image` builds it. Docker needs BuildKit for the cache (before version 23: DOCKER_BUILDKIT=1), and podman
# `--format docker` for the health check.

# ---- build -------------------------------------------------------------------------------------------------
FROM docker.io/library/swift:6.3-bookworm AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libsqlite3-dev zlib1g-dev libbrotli-dev libcurl4-openssl-dev libnghttp2-dev libqrencode-dev libssl-dev libpq-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The versions of the packages, where someone keeps them: without the file the newest that fit are taken.
COPY Package.swift Package.resolve[d] ./
COPY SDK ./SDK
COPY Sources ./Sources
COPY migrations ./migrations
COPY openapi ./openapi
COPY Tests ./Tests
COPY Benchmarks ./Benchmarks
COPY script/bootstrap script/release ./script/
COPY script/helpers ./script/helpers/
# What was built before stays outside of the image: after a change only what it concerns is compiled.
RUN --mount=type=cache,id=homeblocks-build,target=/src/.build,sharing=locked \
    install -D -m 0755 -s "$(script/release)" /out/homeblocks \
 && install -m 0644 Package.resolved /out/Package.resolved \
 && script/helpers/licences /out/licences

# ---- the root of the image: the program, the libraries it loads, and what they read ---------------------------
FROM docker.io/library/debian:bookworm-slim AS rootfs
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates tzdata libcurl4 libnghttp2-14 libqrencode4 libssl3 libsqlite3-0 libpq5 zlib1g libbrotli1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /out
COPY config /out/config
COPY script/helpers/rootfs /usr/local/bin/
RUN rootfs /out/homeblocks /out/config /rootfs \
 && install -D -m 0644 /out/Package.resolved /rootfs/usr/share/homeblocks/Package.resolved \
 && cp -R /out/licences /rootfs/usr/share/homeblocks/licences

# ---- the image: no shell, no package manager, not root --------------------------------------------------------
FROM scratch
# `script/image` gives these.
ARG VERSION
ARG REVISION
ARG CREATED
LABEL org.opencontainers.image.title="HomeBlocks" \
      org.opencontainers.image.description="Serves app home pages whose sections operators order" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"
COPY --from=rootfs /rootfs/ /
ENV HOMEBLOCKS_HOST=0.0.0.0 HOMEBLOCKS_DATABASE=/data/homeblocks.sqlite HOMEBLOCKS_LOG_FORMAT=json
USER 10001:10001
WORKDIR /app
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 \
    CMD ["/app/homeblocks", "health"]
ENTRYPOINT ["/app/homeblocks"]
CMD ["serve"]
