import { type AddedDestination, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { hangUpSignal } from '../../http/hang-up.ts';
import { serve } from '../../http/serve.ts';
import { addDestinations } from './add-destinations.ts';
import { findCandidates } from './candidates.ts';
import { createScans, type ListScan } from './list-scans.ts';

export function destinationRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const listScans = createScans<ListScan>(context);

  route(endpoints.automations.candidates)(async ({ caller, body, reply }) => {
    await consumeTry(context.throttles.searches, caller.user.id);
    const signal = hangUpSignal(reply);
    return findCandidates(context, listScans, { userId: caller.user.id, body, signal });
  });

  route(endpoints.automations.addDestinations)(async ({ caller, body, request, reply }) => {
    await consumeTry(context.throttles.additions, caller.user.id);
    const key = request.headers['idempotency-key'];
    const { results, isRepeated } = await addDestinations(context, { userId: caller.user.id, body, key });
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return { message: writeMessage(results), results };
  });
}

function writeMessage(results: AddedDestination[]): string {
  const added = results.filter(({ configuration }) => configuration !== null).length;
  if (added < results.length) return `${added} of ${results.length} destinations added`;
  return added === 1 ? 'Destination added' : `${added} destinations added`;
}
