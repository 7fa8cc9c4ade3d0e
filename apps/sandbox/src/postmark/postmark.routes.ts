import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Inbox } from './inbox.ts';
import { acceptMessage } from './message.ts';

export type PostmarkParts = {
  /** A function, because a reset puts a new inbox in the old one's place. */
  inbox: () => Inbox;
  now: () => Date;
  newId: () => string;
  /** Called after every change, so that it is saved and shown. */
  changed: () => void;
};

const MAX_BATCH = 500;
const TOKEN_MISSING = { ErrorCode: 10, Message: 'Request does not contain a valid Server token.' };

const hasToken = (request: FastifyRequest) => Boolean(request.headers['x-postmark-server-token']);

/**
 * Postmark's sending API. Any server token is taken; a missing one is answered as the provider does (401, code 10).
 * A refused single message is a 422; inside a batch it is one entry of a 200.
 */
export function postmarkRoutes(app: FastifyInstance, parts: PostmarkParts): void {
  const accept = (message: unknown) =>
    acceptMessage(message, { inbox: parts.inbox(), at: parts.now(), id: parts.newId() });

  app.post('/email', async (request, reply) => {
    if (!hasToken(request)) return reply.code(401).send(TOKEN_MISSING);
    const answer = accept(request.body);
    if (answer.ErrorCode !== 0) return reply.code(422).send(answer);
    parts.changed();
    return answer;
  });

  app.post('/email/batch', async (request, reply) => {
    if (!hasToken(request)) return reply.code(401).send(TOKEN_MISSING);
    if (!Array.isArray(request.body)) {
      return reply
        .code(422)
        .send({ ErrorCode: 403, Message: 'Incompatible JSON: a list of messages is expected.' });
    }
    if (request.body.length > MAX_BATCH) {
      return reply
        .code(422)
        .send({ ErrorCode: 410, Message: `Too many batch messages: at most ${MAX_BATCH}.` });
    }
    const answers = request.body.map(accept);
    parts.changed();
    return answers;
  });
}
