# The image of a release: make it first, with `npm run release`. It is for linux/amd64, as the release is.
FROM debian:12-slim AS release
COPY build/release/*-linux-x64.tar.gz /release.tar.gz
WORKDIR /app
RUN tar --extract --no-same-owner --strip-components=1 --file=/release.tar.gz && sha256sum --check --quiet --strict SHA256SUMS

FROM debian:12-slim
# pg_dump and pg_restore, for backups of PostgreSQL.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin plumbers \
  && install --directory --owner=plumbers --group=plumbers --mode=0700 /data /backups
COPY --from=release /app /app
WORKDIR /app
USER plumbers
# As deploy/lib/server.mjs has them.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node/bin/node", "--eval", "fetch('http://127.0.0.1:3000/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node/bin/node", "--max-semi-space-size=4", "build/server/index.js"]
