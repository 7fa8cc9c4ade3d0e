import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { activateMany } from './activate-many.ts';
import { deleteMany, pauseMany, stopSyncs, syncMany } from './bulk-actions.ts';
import { moveMany, previewMoves } from './move-many.ts';

/** Adds the routes that change many automations with one call. */
export function bulkActionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { automations } = endpoints;
  const { bulkActions, bulkSyncs, previews } = context.throttles;

  route(automations.syncMany)(async ({ caller: { user }, body }) => {
    await consumeTry(bulkSyncs, user.id);
    return syncMany(context, { userId: user.id, ids: body.ids });
  });

  route(automations.stopSyncs)(async ({ caller: { user }, body }) => {
    await consumeTry(bulkActions, user.id);
    return stopSyncs(context, { userId: user.id, ...body });
  });

  route(automations.toggleMany)(async ({ caller: { user }, body: { ids, isActive } }) => {
    await consumeTry(bulkActions, user.id);
    return (isActive ? activateMany : pauseMany)(context, { userId: user.id, ids });
  });

  route(automations.deleteMany)(async ({ caller: { user }, body }) => {
    await consumeTry(bulkActions, user.id);
    return deleteMany(context, { userId: user.id, ids: body.ids });
  });

  route(automations.moveMany)(async ({ caller: { user }, body }) => {
    await consumeTry(bulkActions, user.id);
    return moveMany(context, { userId: user.id, body });
  });

  route(automations.previewMoves)(async ({ caller: { user }, body }) => {
    await consumeTry(previews, user.id);
    return previewMoves(context, { userId: user.id, body });
  });
}
