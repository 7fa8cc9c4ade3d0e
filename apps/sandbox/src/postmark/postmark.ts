import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { PostmarkDeps } from '../deps.ts';
import { bounceRoutes, reportRoutes, suppressionRoutes } from './bounces.routes.ts';
import { addMail, inboxLimit, isInactive, listMails, type Mail } from './inbox.ts';
import { readMessage } from './message.input.ts';
import { messageRoutes } from './messages.routes.ts';
import { answerUnreadable, type PostmarkError, postmarkError } from './postmark.errors.ts';

const maxBatch = 500;
/** The token by which Postmark checks a message and sends nothing. */
const testToken = 'POSTMARK_API_TEST';

/**
 * Registers the Postmark stand-in: its API, the inbox that collects the mails, and what becomes of them. A rejected
 * message gets 422; in a batch it is one entry of a 200.
 */
export function registerPostmark(app: FastifyInstance, deps: PostmarkDeps): void {
  app.register(async (scope) => {
    answerUnreadable(scope);
    scope.addHook('preHandler', async (request, reply) => assertToken(request, reply, deps));
    sendRoutes(scope, deps);
    messageRoutes(scope, deps);
    suppressionRoutes(scope, deps);
    bounceRoutes(scope, deps);
  });
  inboxRoutes(app, deps);
  reportRoutes(app, deps);
}

/** Refuses a call with another token than the server's: 401 with code 10. */
async function assertToken(request: FastifyRequest, reply: FastifyReply, { config }: PostmarkDeps) {
  const token = config.POSTMARK_SERVER_TOKEN;
  const given = request.headers['x-postmark-server-token'];
  if (given && (token === undefined || given === token || given === testToken)) return;
  return reply.code(401).send(postmarkError(10, 'Request does not contain a valid Server token.'));
}

function sendRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  const accept = (message: unknown, { headers }: FastifyRequest) =>
    acceptMessage(deps, message, headers['x-postmark-server-token'] === testToken);

  app.post('/email', async (request, reply) => {
    const response = accept(request.body, request);
    if (response.ErrorCode !== 0) return reply.code(422).send(response);
    deps.changes.announce({ mails: true });
    return response;
  });

  app.post('/email/batch', async (request, reply) => {
    const { body } = request;
    if (!Array.isArray(body))
      return reply.code(422).send(postmarkError(403, 'Incompatible JSON: a list of messages is expected.'));
    if (body.length > maxBatch)
      return reply.code(422).send(postmarkError(410, `Too many batch messages: at most ${maxBatch}.`));
    const responses = body.map((message) => accept(message, request));
    deps.changes.announce({ mails: true });
    return responses;
  });
}

/**
 * Checks a message, adds it to the inbox and returns Postmark's response. Where only some of its addresses are inactive,
 * the others get it. A test is checked and not kept.
 */
function acceptMessage({ state: { inbox }, now, config }: PostmarkDeps, body: unknown, isTest: boolean) {
  const message = readMessage(body);
  if ('ErrorCode' in message) return message as PostmarkError;
  const { from, recipients } = message;
  const accepted = {
    To: message.To ?? '',
    SubmittedAt: now().toISOString(),
    MessageID: randomUUID(),
    ErrorCode: 0,
  } as const;
  if (isTest) return { ...accepted, Message: 'Test job accepted' };
  if (!isConfirmed(from.Email, config.POSTMARK_SENDERS))
    return postmarkError(
      400,
      `The 'From' address ${from.Email} is not a Sender Signature of the account: it has to be added and confirmed first.`,
    );
  const addresses = Object.values(recipients).flatMap((list) => list.map(({ Email }) => Email));
  const inactive = addresses.filter((address) => isInactive(inbox, address));
  if (inactive.length === addresses.length)
    return postmarkError(
      406,
      'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${inactive.join(', ')}. ` +
        'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.',
    );
  const { Metadata, Attachments } = message;
  addMail(inbox, {
    id: accepted.MessageID,
    at: accepted.SubmittedAt,
    from: from.Email,
    to: addresses.filter((address) => !inactive.includes(address)),
    subject: message.Subject ?? '',
    text: message.TextBody ?? '',
    html: message.HtmlBody ?? '',
    ...(Metadata && { metadata: Metadata }),
    envelope: {
      From: message.From ?? '',
      ...recipients,
      Tag: message.Tag ?? '',
      MessageStream: message.MessageStream ?? 'outbound',
      Attachments: Attachments?.map(({ Name }) => Name) ?? [],
    },
  });
  const rest = `Message OK, but will not deliver to these inactive addresses: ${inactive.join(', ')}`;
  return { ...accepted, Message: inactive.length > 0 ? rest : 'OK' };
}

/** A confirmed domain confirms all its addresses. */
function isConfirmed(address: string, senders: string[]): boolean {
  const sender = address.toLowerCase();
  return senders.some((one) => sender === one || sender.endsWith(`@${one}`));
}

const query = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(inboxLimit).default(50),
});
const inactive = z.strictObject({ addresses: z.array(z.string().min(3)).max(100) });

function mailView({ metadata: _, envelope: _envelope, ...mail }: Mail) {
  return { ...mail, to: mail.to.join(', ') };
}

/** Serves the inbox: reads it, empties it, and sets the addresses that Postmark treats as inactive. */
function inboxRoutes(app: FastifyInstance, { state, changes }: PostmarkDeps): void {
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
