import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { revokeApp } from '../smartsheet/oauth/tokens.ts';
import { findAccount } from '../test-api/accounts.routes.ts';
import { type Faults, faultsSchema, noFaults } from './faults.ts';

/**
 * `revoke` lists accounts that take the app's permission away, as a person does in Smartsheet. It happens once, when
 * it is put, and is not among the faults that are on.
 */
const body = faultsSchema.extend({ revoke: z.array(z.email()).default([]) });

/** Reads and sets what goes wrong on purpose. A PUT replaces everything: what it leaves out is off. */
export function faultsRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { faults, held, changes } = deps;
  const put = (wanted: Faults) => {
    faults.current = wanted;
    if (wanted.hold === 'off') held.release();
    changes.announce({ faults: true });
    return wanted;
  };

  app.get('/api/faults', async () => faults.current);

  app.put('/api/faults', async (request) => {
    const { revoke, ...wanted } = body.parse(request.body);
    const accounts = revoke.map((email) => findAccount(deps, email));
    for (const account of accounts) revokeApp(deps, account);
    return put(wanted);
  });

  app.delete('/api/faults', async (_request, reply) => {
    put(noFaults());
    return reply.code(204).send();
  });

  app.get('/api/held', async () => held.list());

  app.delete('/api/held', async (_request, reply) => {
    held.release();
    return reply.code(204).send();
  });
}
