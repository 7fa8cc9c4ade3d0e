import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { inboxLimit, listMails, type Mail } from './inbox.ts';
import type { PostmarkDeps } from './postmark-deps.ts';

const query = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(inboxLimit).default(50),
});
const inactive = z.strictObject({ addresses: z.array(z.string().min(3)).max(100) });

function mailView({ metadata: _, envelope: _envelope, ...mail }: Mail) {
  return { ...mail, to: mail.to.join(', ') };
}

/** Serves the inbox: reads it, empties it, and sets the addresses that Postmark treats as inactive. */
export function inboxRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  app.get('/api/mails', async (request, reply) => {
    const filter = query.safeParse(request.query);
    if (!filter.success) return reply.code(400).send({ message: 'limit is a number from 1 to 500.' });
    return listMails(deps.inbox(), { to: filter.data.to, limit: filter.data.limit }).map(mailView);
  });

  app.delete('/api/mails', async (_request, reply) => {
    deps.inbox().mails.length = 0;
    deps.changed();
    return reply.code(204).send();
  });

  app.get('/api/mails/inactive', async () => ({ addresses: deps.inbox().inactive }));

  app.put('/api/mails/inactive', async (request, reply) => {
    const body = inactive.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ message: 'Send { "addresses": ["a@b.example"] }.' });
    deps.inbox().inactive = body.data.addresses;
    deps.changed();
    return { addresses: deps.inbox().inactive };
  });
}
