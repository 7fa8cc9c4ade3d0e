import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import type { CallLog } from '../tools/call-log.ts';
import { registerApi } from './api/api.ts';
import type { RateLimit } from './api/rate-limit.ts';
import { authorizeRoutes } from './oauth/authorize.routes.ts';

/** The stand-in for Smartsheet: the page that asks a person for permission, and the API. */
export function registerSmartsheet(
  app: FastifyInstance,
  { parts, calls, limit }: { parts: Parts; calls: CallLog; limit: RateLimit },
): void {
  app.register(async (pages) => authorizeRoutes(pages, parts));
  registerApi(app, { parts, calls, limit });
}
