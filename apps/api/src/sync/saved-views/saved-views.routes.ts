import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toWhich } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { createSavedView, deleteSavedView, editSavedView, listSavedViews } from './saved-views.ts';

export function savedViewRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { savedViews } = endpoints;

  route(savedViews.list)(({ caller }) => listSavedViews(context, caller.user.id));

  route(savedViews.create)(async ({ caller, body }) => ({
    message: 'View saved',
    view: await createSavedView(context, { userId: caller.user.id, ...body }),
  }));

  route(savedViews.edit)(async ({ caller, params, body }) => ({
    message: 'View updated',
    view: await editSavedView(context, toWhich({ caller, params }), body),
  }));

  route(savedViews.remove)(async ({ caller, params }) => {
    await deleteSavedView(context, toWhich({ caller, params }));
    return { message: 'View deleted' };
  });
}
