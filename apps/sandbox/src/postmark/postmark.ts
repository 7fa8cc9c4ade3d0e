import type { FastifyInstance } from 'fastify';
import { inboxRoutes } from './inbox.routes.ts';
import { type PostmarkDeps, postmarkRoutes } from './postmark.routes.ts';

/** The stand-in for Postmark: its API, and the inbox in which its mails end. */
export function registerPostmark(app: FastifyInstance, deps: PostmarkDeps): void {
  postmarkRoutes(app, deps);
  inboxRoutes(app, deps);
}
