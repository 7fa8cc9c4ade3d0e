import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { hangUpSignal } from '../../http/hang-up.ts';
import { serve } from '../../http/serve.ts';
import { createKeptPairs } from './kept-pairs.ts';
import { listLikelyPairs } from './likely-pairs.ts';
import { listMatches } from './list-matches.ts';

export function likelyPairRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const keptPairs = createKeptPairs(context);

  route(endpoints.likelyPairs.list)(async ({ caller, query, reply }) => {
    await consumeTry(context.throttles.pairs, caller.user.id);
    const signal = hangUpSignal(reply);
    return listLikelyPairs(context, keptPairs, { userId: caller.user.id, signal, ...query });
  });

  route(endpoints.likelyPairs.progress)(({ caller }) => ({
    progress: keptPairs.underWay.get(caller.user.id) ?? null,
  }));

  route(endpoints.likelyPairs.matches)(async ({ caller, params, query, reply }) => {
    await consumeTry(context.throttles.matches, caller.user.id);
    const signal = hangUpSignal(reply);
    return listMatches(context, { userId: caller.user.id, signal, targetSheetId: params.id, ...query });
  });
}
