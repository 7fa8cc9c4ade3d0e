import cookie from '@fastify/cookie';
import { addHealthRoutes, addServeRoute, type Readiness } from '@picksync/process';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminRoutes } from './admin/admin.routes.ts';
import { adminNowRoutes } from './admin/admin-now/admin-now.routes.ts';
import type { Context } from './base/context.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import type { Config } from './config.ts';
import { guardAccess } from './http/access.ts';
import { compressReplies } from './http/compress-replies.ts';
import { handleErrors } from './http/errors.ts';
import { measureRequests } from './http/measure-requests.ts';
import { limitAccounts, limitRates } from './http/rate-limits.ts';
import { createAssertChangeable } from './http/refuse-changes.ts';
import { serveDocs } from './http/serve-docs.ts';
import { createServer } from './http/server.ts';
import { createTakeWrite } from './http/take-write.ts';
import { traceRequests } from './http/trace-requests.ts';
import { handleUnknownAddresses, serveWebBuild } from './http/web-build.ts';
import { createApiKeyAccess } from './people/api-keys/api-key-access.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { createSessionAccess } from './people/sessions/sessions.ts';
import { liveRoutes } from './sync/live/live.routes.ts';
import type { Live } from './sync/live/live.ts';
import { syncRoutes } from './sync/sync.routes.ts';
import { systemRoutes } from './system/system.routes.ts';

export type AppSettings = Pick<Config, 'requestsPerMinute' | 'trustProxy' | 'webDist' | 'docsDist'>;

/** Builds the whole application, not listening yet. Hooks run in the order in which they are added here. */
export async function buildApp(
  context: Context & { live: Live; readiness: Readiness },
  settings: AppSettings,
): Promise<FastifyInstance> {
  const { publicOrigin } = context.settings;
  const sessionCookie = context.cookies.session;
  const app = createServer({ log: context.log, publicOrigin, trustProxy: settings.trustProxy });
  traceRequests(app, context.tracing);
  measureRequests(app, context.metrics);
  handleErrors(app, context.keyedHash);
  await app.register(cookie);
  await compressReplies(app);
  const networks = await limitRates(app, settings.requestsPerMinute, sessionCookie);
  guardAccess(app, {
    ...createSessionAccess(context),
    assertChangeable: createAssertChangeable(context),
    apiKeyAccess: createApiKeyAccess(context),
    sessionCookie,
    publicOrigin,
    ...networks,
  });
  limitAccounts(app, settings.requestsPerMinute, createTakeWrite(context.throttles));
  addHealthRoutes(app, context);
  addServeRoute(app, context);
  const routes = [...systemRoutes, ...peopleRoutes, ...syncRoutes, ...billingRoutes, ...adminRoutes];
  for (const addRoutes of routes) addRoutes(app, context);
  adminNowRoutes(app, context);
  liveRoutes(app, context.live);
  const hasSession = (request: FastifyRequest) => sessionCookie.read(request) !== undefined;
  if (settings.docsDist) await serveDocs(app, settings.docsDist, publicOrigin);
  if (settings.webDist)
    await serveWebBuild(app, settings.webDist, {
      publicOrigin,
      hasSession,
      readPlans: context.offeredPlans.read,
    });
  handleUnknownAddresses(app, { hasWeb: settings.webDist !== undefined, publicOrigin, hasSession });
  return app;
}
