import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { PostmarkDeps } from './postmark.routes.ts';

const suppressions = z.object({ Suppressions: z.array(z.object({ EmailAddress: z.string() })).max(50) });

/** Serves what Postmark says of mails that were sent, and takes addresses off the list of those it has given up. */
export function messageRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  app.get<{ Querystring: Record<string, string> }>('/messages/outbound', async ({ query }) => {
    const wanted = Object.entries(query).flatMap(([name, value]) =>
      name.startsWith('metadata_') ? [[name.slice('metadata_'.length), value] as const] : [],
    );
    const found = deps
      .inbox()
      .mails.filter(({ metadata = {} }) => wanted.every(([name, value]) => metadata[name] === value));
    const Messages = found
      .slice(0, Number(query.count ?? 50))
      .map(({ id, subject, metadata = {} }) => ({ MessageID: id, Subject: subject, Metadata: metadata }));
    return { TotalCount: found.length, Messages };
  });

  app.post<{ Params: { stream: string } }>(
    '/message-streams/:stream/suppressions/delete',
    async ({ body }, reply) => {
      const parsed = suppressions.safeParse(body);
      if (!parsed.success) return reply.code(422).send({ ErrorCode: 300, Message: 'Provide Suppressions.' });
      const addresses = parsed.data.Suppressions.map(({ EmailAddress }) => EmailAddress);
      const active = new Set(addresses.map((address) => address.toLowerCase()));
      const inbox = deps.inbox();
      inbox.inactive = inbox.inactive.filter((address) => !active.has(address.toLowerCase()));
      deps.changed();
      const Suppressions = addresses.map((EmailAddress) => ({
        EmailAddress,
        Status: 'Deleted',
        Message: null,
      }));
      return { Suppressions };
    },
  );
}
