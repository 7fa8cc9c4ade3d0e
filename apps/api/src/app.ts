import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminRoutes } from './admin/admin.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import type { Config } from './config.ts';
import { guardAccess } from './http/access.ts';
import { handleErrors } from './http/errors.ts';
import { limitRates, limitUserWrites } from './http/rate-limits.ts';
import { createServer } from './http/server.ts';
import { handleUnknownAddresses, serveWebBuild } from './http/web-build.ts';
import { peopleRoutes } from './people/people.routes.ts';
import type { Services } from './services.ts';
import { syncRoutes } from './sync/sync.routes.ts';
import { systemRoutes } from './system/system.routes.ts';

export type AppSettings = Pick<Config, 'requestsPerMinute' | 'trustProxy' | 'webDist'>;

/** Builds the whole application, not listening yet. Hooks run in the order in which they are added here. */
export async function buildApp(settings: AppSettings, services: Services): Promise<FastifyInstance> {
  const app = createServer({
    log: services.log,
    publicOrigin: services.publicOrigin,
    trustProxy: settings.trustProxy,
  });
  handleErrors(app, services.keyedHash);
  await app.register(cookie);
  await limitRates(app, settings.requestsPerMinute);
  guardAccess(app, services);
  limitUserWrites(app, settings.requestsPerMinute);
  const routes = [...systemRoutes, ...peopleRoutes, ...syncRoutes, ...billingRoutes, ...adminRoutes];
  for (const addRoutes of routes) addRoutes(app, services);
  const hasSession = (request: FastifyRequest) => services.sessionCookie.read(request) !== undefined;
  if (settings.webDist)
    await serveWebBuild(app, settings.webDist, { hasSession, readPlans: services.offeredPlans.read });
  handleUnknownAddresses(app, { hasWeb: settings.webDist !== undefined });
  return app;
}
