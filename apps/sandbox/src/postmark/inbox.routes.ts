import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { inboxLimit, listMails, type Mail } from './inbox.ts';

const query = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(inboxLimit).default(50),
});
const inactive = z.strictObject({ addresses: z.array(z.string().min(3)).max(100) });

function mailView({ metadata: _, envelope: _envelope, ...mail }: Mail) {
  return { ...mail, to: mail.to.join(', ') };
}

/** Serves the inbox: reads it, empties it, and sets the addresses that Postmark treats as inactive. */
export function inboxRoutes(
  app: FastifyInstance,
  { state, changes }: Pick<SandboxDeps, 'state' | 'changes'>,
): void {
  app.get('/api/mails', async (request, reply) => {
    const filter = query.safeParse(request.query);
    if (!filter.success) return reply.code(400).send({ message: 'limit is a number from 1 to 500.' });
    return listMails(state.inbox, filter.data).map(mailView);
  });

  app.delete('/api/mails', async (_request, reply) => {
    state.inbox.mails.length = 0;
    changes.announce({ mails: true });
    return reply.code(204).send();
  });

  app.get('/api/mails/inactive', async () => ({ addresses: state.inbox.inactive }));

  app.put('/api/mails/inactive', async (request, reply) => {
    const body = inactive.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ message: 'Send { "addresses": ["a@b.example"] }.' });
    state.inbox.inactive = body.data.addresses;
    changes.announce({ mails: true });
    return { addresses: state.inbox.inactive };
  });
}
