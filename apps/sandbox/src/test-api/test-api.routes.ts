import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { faultsRoutes } from '../faults/faults.routes.ts';
import type { Delivery } from '../payments/delivery.model.ts';
import { paymentToolRoutes } from '../payments/payments.routes.ts';
import { RefusedAction } from '../payments/refused-action.ts';
import type { CallLog } from '../smartsheet/api/call-log.ts';
import { ApiError } from '../smartsheet/errors.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { webhookToolRoutes } from './webhooks.routes.ts';

type TestApiDeps = {
  deps: SandboxDeps;
  calls: CallLog;
  reset: () => void;
  /** Sends an event of a payment provider again. */
  resend: (delivery: Delivery) => Promise<void>;
};

/** Registers the routes under `/api` that tests, benchmarks and the console use. */
export function registerTestApi(app: FastifyInstance, { deps, calls, reset, resend }: TestApiDeps): void {
  app.register(async (tools) => {
    tools.setErrorHandler((error, _request, reply) => {
      if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
      if (error instanceof ApiError) return reply.code(error.status).send({ message: error.message });
      if (error instanceof RefusedAction) return reply.code(error.status).send({ message: error.message });
      throw error;
    });
    accountsRoutes(tools, deps);
    faultsRoutes(tools, deps);
    webhookToolRoutes(tools, deps);
    paymentToolRoutes(tools, { ...deps, resend });

    tools.get('/api/calls', async () => calls.report());

    tools.delete('/api/calls', async (_request, reply) => {
      calls.clear();
      return reply.code(204).send();
    });

    tools.post('/api/reset', async (_request, reply) => {
      reset();
      return reply.code(204).send();
    });
  });
}
