import type { FastifyInstance } from 'fastify';
import { inboxRoutes } from './inbox.routes.ts';
import { type PostmarkDeps, postmarkRoutes } from './postmark.routes.ts';

/** Registers the Postmark stand-in: its API, and the inbox that collects the mails. */
export function registerPostmark(app: FastifyInstance, deps: PostmarkDeps): void {
  postmarkRoutes(app, deps);
  inboxRoutes(app, deps);
}
