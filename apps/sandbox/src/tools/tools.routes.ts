import type { FastifyInstance } from 'fastify';
import { ZodError, z } from 'zod';
import type { Parts } from '../parts.ts';
import { ApiError } from '../smartsheet/errors.ts';
import { accountsRoutes } from './accounts.routes.ts';
import type { CallLog } from './call-log.ts';
import { faultsRoutes } from './faults.routes.ts';
import { webhookToolRoutes } from './webhooks.routes.ts';

type ToolsParts = { parts: Parts; calls: CallLog; reset: () => void };

/** What tests, benchmarks and the console need besides the provider's own API. */
export function registerTools(app: FastifyInstance, { parts, calls, reset }: ToolsParts): void {
  app.register(async (tools) => {
    tools.setErrorHandler((error, _request, reply) => {
      if (error instanceof ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
      if (error instanceof ApiError) return reply.code(error.status).send({ message: error.message });
      throw error;
    });
    accountsRoutes(tools, parts);
    faultsRoutes(tools, parts);
    webhookToolRoutes(tools, parts);

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
