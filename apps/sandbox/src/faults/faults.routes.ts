import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { revokeApp } from '../smartsheet/oauth/tokens.ts';
import { type Faults, faultsSchema, noFaults } from './faults.ts';

/**
 * `revoke` lists accounts that revoke the app, as a person does in Smartsheet. It happens once per PUT and is not
 * stored with the faults.
 */
const body = faultsSchema.extend({ revoke: z.array(z.email()).default([]) });

/** Reads and sets the faults. A PUT replaces all of them: what it leaves out is off. */
export function faultsRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { faults, held, changes } = deps;
  const replaceFaults = (next: Faults) => {
    faults.current = next;
    if (next.hold === 'off') held.release();
    changes.announce({ faults: true });
    return next;
  };

  app.get('/api/faults', async () => faults.current);

  app.put('/api/faults', async (request) => {
    const { revoke, ...next } = body.parse(request.body);
    const accounts = revoke.map((email) => findAccount(deps.state, email));
    for (const account of accounts) revokeApp(deps, account);
    return replaceFaults(next);
  });

  app.delete('/api/faults', async (_request, reply) => {
    replaceFaults(noFaults());
    return reply.code(204).send();
  });

  app.get('/api/held', async () => held.list());

  app.delete('/api/held', async (_request, reply) => {
    held.release();
    return reply.code(204).send();
  });
}
