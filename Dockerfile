# ---- build -------------------------------------------------------------------------------------------------
FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libsqlite3-dev zlib1g-dev libbrotli-dev libcurl4-openssl-dev libpq-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The versions of the packages, where somebody keeps them: without the file the newest that fit are taken.
COPY Package.swift Package.resolve[d] ./
COPY SDK ./SDK
COPY Sources ./Sources
COPY migrations ./migrations
COPY openapi ./openapi
COPY Tests ./Tests
COPY Benchmarks ./Benchmarks
COPY script/lib.sh script/bootstrap script/release ./script/
RUN install -D -m 0755 -s "$(script/release)" /out/homeblocks \
 && install -m 0644 Package.resolved /out/Package.resolved

# ---- the root of the image: the program, the libraries it loads, and what they read ---------------------------
FROM debian:bookworm-slim AS rootfs
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates tzdata libcurl4 libsqlite3-0 libpq5 zlib1g libbrotli1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /out
COPY config /out/config
COPY script/rootfs /usr/local/bin/
RUN rootfs /out/homeblocks /out/config /rootfs \
 && install -D -m 0644 /out/Package.resolved /rootfs/usr/share/homeblocks/Package.resolved

# ---- the image: no shell, no package manager, not root --------------------------------------------------------
FROM scratch
COPY --from=rootfs /rootfs/ /
ENV HOMEBLOCKS_HOST=0.0.0.0 HOMEBLOCKS_DATABASE=/data/homeblocks.sqlite HOMEBLOCKS_LOG_FORMAT=json
USER 10001:10001
WORKDIR /app
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 \
    CMD ["/app/homeblocks", "check", "--server", "http://127.0.0.1:8080"]
ENTRYPOINT ["/app/homeblocks"]
CMD ["serve"]
