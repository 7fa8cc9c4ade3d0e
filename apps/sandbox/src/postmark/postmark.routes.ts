import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptMessage } from './accept-message.ts';
import type { Inbox } from './inbox.ts';
import { messageRoutes } from './messages.routes.ts';

export type PostmarkDeps = {
  /** A function, because a reset replaces the inbox. */
  inbox: () => Inbox;
  now: () => Date;
  newId: () => string;
  /** Called after every change of the inbox. */
  changed: () => void;
};

const maxBatch = 500;
const missingTokenError = { ErrorCode: 10, Message: 'Request does not contain a valid Server token.' };

function hasToken(request: FastifyRequest) {
  return Boolean(request.headers['x-postmark-server-token']);
}

/**
 * Serves Postmark's sending API. Any server token is accepted; a missing one gets 401 with code 10, as from Postmark.
 * A rejected message gets 422; in a batch it is one entry of a 200.
 */
export function postmarkRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  const accept = (message: unknown) =>
    acceptMessage(message, { inbox: deps.inbox(), at: deps.now(), id: deps.newId() });

  app.post('/email', async (request, reply) => {
    if (!hasToken(request)) return reply.code(401).send(missingTokenError);
    const response = accept(request.body);
    if (response.ErrorCode !== 0) return reply.code(422).send(response);
    deps.changed();
    return response;
  });

  messageRoutes(app, deps);

  app.post('/email/batch', async (request, reply) => {
    if (!hasToken(request)) return reply.code(401).send(missingTokenError);
    if (!Array.isArray(request.body)) {
      return reply
        .code(422)
        .send({ ErrorCode: 403, Message: 'Incompatible JSON: a list of messages is expected.' });
    }
    if (request.body.length > maxBatch) {
      return reply
        .code(422)
        .send({ ErrorCode: 410, Message: `Too many batch messages: at most ${maxBatch}.` });
    }
    const responses = request.body.map(accept);
    deps.changed();
    return responses;
  });
}
