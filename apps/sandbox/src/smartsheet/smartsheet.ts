import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { registerApi } from './api/api.ts';
import type { CallLog } from './api/call-log.ts';
import type { RateLimit } from './api/rate-limit.ts';
import { authorizeRoutes } from './oauth/authorize.routes.ts';

/** The stand-in for Smartsheet: the page that asks a person for permission, and the API. */
export function registerSmartsheet(
  app: FastifyInstance,
  { deps, calls, limit }: { deps: SandboxDeps; calls: CallLog; limit: RateLimit },
): void {
  app.register(async (pages) => authorizeRoutes(pages, deps));
  registerApi(app, { deps, calls, limit });
}
