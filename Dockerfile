# ---- build -------------------------------------------------------------------------------------------------
FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libsqlite3-dev zlib1g-dev libbrotli-dev libcurl4-openssl-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources ./Sources
COPY migrations ./migrations
COPY openapi ./openapi
COPY Tests ./Tests
COPY Benchmarks ./Benchmarks
COPY script ./script
RUN install -D -m 0755 -s "$(script/release)" /out/homeblocks

# ---- the root of the image: the program, the libraries it loads, and what they read ---------------------------
FROM debian:bookworm-slim AS rootfs
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates tzdata libcurl4 libsqlite3-0 zlib1g libbrotli1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/homeblocks /rootfs/app/homeblocks
COPY config /rootfs/app/config
RUN set -eu; \
    ldd /rootfs/app/homeblocks > /tmp/libraries; \
    if grep 'not found' /tmp/libraries; then exit 1; fi; \
    awk '/=> \//{print $3} $1 ~ /^\//{print $1}' /tmp/libraries | sort -u \
      | while read -r library; do cp -L --parents "$library" /rootfs; done; \
    cp -aL --parents /usr/share/zoneinfo/UTC /rootfs; \
    cp -L --parents /etc/ssl/certs/ca-certificates.crt /etc/nsswitch.conf /rootfs; \
    printf 'homeblocks:x:10001:10001:homeblocks:/data:/nonexistent\n' > /rootfs/etc/passwd; \
    printf 'homeblocks:x:10001:\n' > /rootfs/etc/group; \
    mkdir -p /rootfs/tmp /rootfs/data; chmod 1777 /rootfs/tmp; \
    chown 10001:10001 /rootfs/data; chmod 0750 /rootfs/data

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
