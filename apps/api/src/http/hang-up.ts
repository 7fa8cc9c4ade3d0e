import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that is aborted when the caller hangs up before the reply is sent. Fastify's own `request.signal` is
 * aborted once the body has been read.
 */
export function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new HungUp('The caller has hung up'));
  });
  return controller.signal;
}

/** Thrown by work that was ended because its caller hung up: nobody is left to read a reply. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}
