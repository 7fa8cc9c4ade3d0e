# One image recipe, one target a process: api, sync-worker, migrate. A digest in place of the version makes a build
# independent of whoever may move the tag: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim

# What installs the dependencies, checked against pinned hashes; nothing of it is in the images that run.
FROM ${NODE_IMAGE} AS tools
WORKDIR /app
ENV CI=true TURBO_TELEMETRY_DISABLED=1 PATH=/app/.toolchain/bin:$PATH
COPY package.json .node-version ./
COPY scripts ./scripts
RUN node scripts/toolchain/fetch-pnpm.mjs
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
# Into the store alone: what it lays out for development would stay in every image below.
RUN pnpm fetch && rm -rf node_modules

FROM tools AS build
COPY . .
RUN pnpm install --frozen-lockfile --offline \
  && pnpm exec turbo run generate build

# What runs and nothing else: no development dependencies, no sandbox, no embedded PostgreSQL.
FROM tools AS production
COPY packages ./packages
COPY apps/api ./apps/api
COPY apps/sync-worker ./apps/sync-worker
RUN pnpm install --prod --frozen-lockfile --offline --filter-prod "@picksync/api..." --filter-prod "@picksync/sync-worker..." \
  && rm -rf packages/embedded-postgres packages/ui packages/client \
  # Compilers of queries for other databases, and for browsers: 64 MB that are never read.
  && find node_modules/.pnpm -path '*/@prisma/client/runtime/*' \
    \( -name 'query_compiler_*' ! -name '*small_bg.postgresql*' -o -name '*.map' \) -delete
COPY --from=build /app/packages/db/src/generated ./packages/db/src/generated

# Files belong to root and the processes run as another user, so that they cannot change what they run.
FROM ${NODE_IMAGE} AS runtime
WORKDIR /app
# The commit that is built, for /livez and the log: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
ENV NODE_ENV=production COMMIT=$COMMIT
COPY --from=production /app/package.json ./package.json
COPY --from=production /app/node_modules ./node_modules
COPY --from=production /app/packages ./packages
COPY --from=production /app/apps ./apps
USER node

# What Node compiles of the TypeScript, kept as it is by the account that runs it: without it a process starts slower and holds
# about 25 MB more. Both programs end at once, since no setting is there, and have loaded everything by then.
FROM runtime AS compiled
USER root
RUN install --directory --owner node /app/compile-cache
USER node
ENV NODE_COMPILE_CACHE=/app/compile-cache
RUN for app in api sync-worker; do \
    node apps/$app/src/main.ts 2>&1 | grep --quiet "settings are not complete" || exit 1; \
  done

FROM runtime AS migrate
CMD ["node", "packages/db/src/migrate.main.ts"]

FROM runtime AS api
ENV HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464 WEB_DIST=/app/apps/web/dist DOCS_DIST=/app/apps/docs/dist
ENV NODE_COMPILE_CACHE=/app/compile-cache
COPY --from=build /app/apps/web/dist ./apps/web/dist
COPY --from=build /app/apps/docs/dist ./apps/docs/dist
COPY --from=compiled /app/compile-cache ./compile-cache
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]

FROM runtime AS sync-worker
ENV HOST=0.0.0.0 PORT=3001
ENV NODE_COMPILE_CACHE=/app/compile-cache
COPY --from=compiled /app/compile-cache ./compile-cache
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3001/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Garbage of a worker that mostly waits is collected early; see main.ts.
CMD ["node", "--max-semi-space-size=4", "apps/sync-worker/src/main.ts"]
