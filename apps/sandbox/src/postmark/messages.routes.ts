import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { PostmarkDeps } from '../deps.ts';
import type { Mail } from './inbox.ts';
import { postmarkError } from './postmark.errors.ts';

const mostFound = 10_000;

/** The page of a list that a call asks for; both numbers have to be there. */
export const pageQuery = z
  .looseObject({ count: z.coerce.number().int().min(0).max(500), offset: z.coerce.number().int().min(0) })
  .refine(({ count, offset }) => count + offset <= mostFound);

/** What a list of messages can be narrowed by, besides its metadata. */
const filters: Record<string, (mail: Mail, value: string) => boolean> = {
  recipient: ({ to }, value) => to.some((address) => isSame(address, value)),
  fromemail: ({ from }, value) => isSame(from, value),
  subject: ({ subject }, value) => subject.toLowerCase().includes(value.toLowerCase()),
  tag: ({ envelope }, value) => envelope.Tag === value,
  messagestream: ({ envelope }, value) => envelope.MessageStream === value,
  status: (_mail, value) => ['sent', 'processed'].includes(value.toLowerCase()),
  fromdate: ({ at }, value) => Date.parse(at) >= Date.parse(value),
  todate: ({ at }, value) => Date.parse(at) <= Date.parse(value),
};

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Serves what Postmark says of mails that were sent. */
export function messageRoutes(app: FastifyInstance, { state }: PostmarkDeps): void {
  app.get<{ Querystring: Record<string, string> }>('/messages/outbound', async ({ query }, reply) => {
    const page = pageQuery.safeParse(query);
    if (!page.success)
      return reply.code(422).send(postmarkError(700, "The parameters 'count' and 'offset' are required."));
    const { count, offset } = page.data;
    const found = state.inbox.mails.filter((mail) => isWanted(mail, query)).toReversed();
    return { TotalCount: found.length, Messages: found.slice(offset, offset + count).map(toSummary) };
  });

  app.get<{ Params: { id: string } }>('/messages/outbound/:id/details', async ({ params }, reply) => {
    const mail = state.inbox.mails.find(({ id }) => id === params.id);
    if (!mail) return reply.code(422).send(postmarkError(701, 'There is no message of this id.'));
    return {
      ...toSummary(mail),
      TextBody: mail.text,
      HtmlBody: mail.html,
      Body: '',
      MessageEvents: mail.to.map((Recipient) => ({
        Recipient,
        Type: 'Delivered',
        ReceivedAt: mail.at,
        Details: { DeliveryMessage: 'smtp;250 OK', DestinationServer: 'sandbox', DestinationIP: '127.0.0.1' },
      })),
    };
  });
}

function isWanted(mail: Mail, query: Record<string, string>): boolean {
  return Object.entries(query).every(([name, value]) => {
    if (name.startsWith('metadata_')) return mail.metadata?.[name.slice('metadata_'.length)] === value;
    return filters[name]?.(mail, value) ?? true;
  });
}

function toSummary({ id, at, to, subject, metadata = {}, envelope }: Mail) {
  return {
    ...envelope,
    MessageID: id,
    Recipients: to,
    ReceivedAt: at,
    Subject: subject,
    Status: 'Sent',
    TrackOpens: false,
    TrackLinks: 'None',
    Metadata: metadata,
    Sandboxed: false,
  };
}
