import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import type { CallLog } from '../../tools/call-log.ts';
import { readBodies } from './body.ts';
import { answerErrors } from './error.reply.ts';
import { createGate } from './gate.ts';
import { serveOperations } from './operations.routes.ts';
import type { RateLimit } from './rate-limit.ts';
import { createServe } from './serve.ts';
import { createWriteLock } from './write-lock.ts';

/** Smartsheet's API 2.0 under its own prefix, with bodies and errors of its own. */
export function registerApi(
  app: FastifyInstance,
  { parts, calls, limit }: { parts: Parts; calls: CallLog; limit: RateLimit },
): void {
  app.register(
    async (api) => {
      readBodies(api);
      answerErrors(api, parts);
      const gate = createGate({ parts, calls, limit, locks: createWriteLock() });
      serveOperations(createServe(api, gate), parts);
    },
    { prefix: '/2.0' },
  );
}
