import type { FastifyInstance } from 'fastify';
import { inboxRoutes } from './inbox.routes.ts';
import { postmarkRoutes } from './postmark.routes.ts';
import { type ReportDeps, reportRoutes } from './report.routes.ts';

/** Registers the Postmark stand-in: its API, the inbox that collects the mails, and what becomes of them. */
export function registerPostmark(app: FastifyInstance, deps: ReportDeps): void {
  postmarkRoutes(app, deps);
  inboxRoutes(app, deps);
  reportRoutes(app, deps);
}
