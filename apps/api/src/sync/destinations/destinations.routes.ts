import { type AddedDestination, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { createThrottle, takeTry } from '../../base/throttle.ts';
import { hangUpSignal } from '../../http/hang-up.ts';
import { serve } from '../../http/serve.ts';
import { createAutomation } from '../automations/create-automation.ts';
import type { SheetThrottleDeps } from '../sheets/sheet-throttles.ts';
import { type AddDeps, addDestinations } from './add-destinations.ts';
import { beginScan } from './begin-scan.ts';
import { type CandidateDeps, findCandidates } from './candidates.ts';
import { createListScans } from './list-scans.ts';

/** How often a user may look at a few sheets; a search through several hundred sheets takes this many calls. */
const searchesPerMinute = 60;
const additionsPerMinute = 20;

type Deps = Omit<CandidateDeps, 'listScans'> & Omit<AddDeps, 'createAutomation'> & SheetThrottleDeps;

export function destinationRoutes(app: FastifyInstance, deps: Deps): void {
  const route = serve(app);
  const { pool } = deps.database;
  const throttle = (name: string, max: number) =>
    createThrottle({ name, max, windowMs: 60_000 }, { pool, keyedHash: deps.keyedHash });
  const searches = throttle('candidate-reads', searchesPerMinute);
  const additions = throttle('destinations', additionsPerMinute);
  const listScans = createListScans({ ...deps, beginScan });

  route(endpoints.automations.candidates)(async ({ caller, body, reply }) => {
    await takeTry(searches, caller.user.id);
    const signal = hangUpSignal(reply);
    return findCandidates({ userId: caller.user.id, body, signal }, { ...deps, listScans });
  });

  route(endpoints.automations.addDestinations)(async ({ caller, body, request, reply }) => {
    await takeTry(additions, caller.user.id);
    const key = request.headers['idempotency-key'];
    const { results, isRepeated } = await addDestinations(
      { userId: caller.user.id, body, key },
      { ...deps, createAutomation },
    );
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return { message: messageOf(results), results };
  });
}

function messageOf(results: AddedDestination[]): string {
  const added = results.filter(({ configuration }) => configuration !== null).length;
  if (added < results.length) return `${added} of ${results.length} destinations added`;
  return added === 1 ? 'Destination added' : `${added} destinations added`;
}
