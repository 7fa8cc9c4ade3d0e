import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { acceptMessage } from './accept-message.ts';
import { bounceRoutes, reportRoutes, suppressionRoutes } from './bounces.routes.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { messageRoutes } from './messages.routes.ts';
import { answerUnreadable, postmarkError } from './postmark.errors.ts';

const maxBatch = 500;
/** The token by which Postmark checks a message and sends nothing. */
const testToken = 'POSTMARK_API_TEST';

type PostmarkDeps = Pick<SandboxDeps, 'state' | 'now' | 'config' | 'changes'>;

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

function sendRoutes(app: FastifyInstance, { state, now, config, changes }: PostmarkDeps): void {
  const accept = (message: unknown, { headers }: FastifyRequest) =>
    acceptMessage(message, {
      inbox: state.inbox,
      at: now(),
      id: randomUUID(),
      senders: config.POSTMARK_SENDERS,
      isTest: headers['x-postmark-server-token'] === testToken,
    });

  app.post('/email', async (request, reply) => {
    const response = accept(request.body, request);
    if (response.ErrorCode !== 0) return reply.code(422).send(response);
    changes.announce({ mails: true });
    return response;
  });

  app.post('/email/batch', async (request, reply) => {
    const { body } = request;
    if (!Array.isArray(body))
      return reply.code(422).send(postmarkError(403, 'Incompatible JSON: a list of messages is expected.'));
    if (body.length > maxBatch)
      return reply.code(422).send(postmarkError(410, `Too many batch messages: at most ${maxBatch}.`));
    const responses = body.map((message) => accept(message, request));
    changes.announce({ mails: true });
    return responses;
  });
}
