import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { registerBodyParsers } from './body-parsers.ts';
import type { CallLog } from './call-log.ts';
import { registerErrorHandlers } from './error-response.ts';
import { type AddOperation, createOperationRouter } from './operation-router.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRequestHooks } from './request-hooks.ts';
import { createWriteLock } from './write-lock.ts';

type Api = {
  deps: SandboxDeps;
  calls: CallLog;
  limit: RateLimit;
  addOperations: (addOperation: AddOperation) => void;
};

/** Registers the API under `/2.0`, with Smartsheet's body parsers and error responses around its operations. */
export function registerApi(app: FastifyInstance, { deps, calls, limit, addOperations }: Api): void {
  app.register(
    async (api) => {
      registerBodyParsers(api);
      registerErrorHandlers(api, deps);
      const hooks = createRequestHooks({ deps, calls, limit, locks: createWriteLock() });
      addOperations(createOperationRouter(api, hooks));
    },
    { prefix: '/2.0' },
  );
}
