import { ApiError } from './api-error.ts';

type SendOnce = <R>(body: object, send: (idempotencyKey: string) => Promise<R>) => Promise<R>;

/**
 * Creates a sender whose requests the server carries out once, however often they are sent: until a reply comes, the
 * same body has the same idempotency key. Afterwards the same body gets a new key: the user wants it again.
 */
export function createSendOnce(): SendOnce {
  let unanswered = { body: '', key: '' };
  const getKey = (body: object) => {
    const text = JSON.stringify(body);
    if (text !== unanswered.body) unanswered = { body: text, key: newKey() };
    return unanswered.key;
  };
  const sendOnce: SendOnce = async (body, send) => {
    try {
      const reply = await send(getKey(body));
      unanswered = { body: '', key: '' };
      return reply;
    } catch (problem) {
      if (!(problem instanceof ApiError) || !isRefusal(problem)) throw problem;
      unanswered = { body: '', key: '' };
      if (problem.code === 'idempotency_key_spent') return send(getKey(body));
      throw problem;
    }
  };
  return sendOnce;
}

/** Returns whether the API surely did nothing. After its own failures, and without a reply, that is not known. */
function isRefusal({ status, code }: ApiError): boolean {
  return code !== undefined && status < 500;
}

/** Returns 128 random bits as text; `crypto.randomUUID` exists only on https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
