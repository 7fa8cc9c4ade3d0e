# One image recipe, one target a process: api, sync-worker, migrate.
FROM node:24-slim AS build
WORKDIR /app
ENV CI=true TURBO_TELEMETRY_DISABLED=1
RUN npm install --global pnpm@12.21.0
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline \
  && pnpm exec turbo run generate build

FROM node:24-slim AS runtime
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node:node /app /app
USER node

FROM runtime AS migrate
CMD ["node", "packages/db/src/migrate.main.ts"]

FROM runtime AS api
ENV HOST=0.0.0.0 PORT=3000 WEB_DIST=/app/apps/web/dist
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]

FROM runtime AS sync-worker
ENV HOST=0.0.0.0 PORT=3001
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3001/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/sync-worker/src/main.ts"]
