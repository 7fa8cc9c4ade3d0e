import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toWhich } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { previewDrafts } from './preview-drafts.ts';
import { previewAutomation, previewDraft } from './previews.ts';

/** Adds the routes that show what a sync would do; they read Smartsheet and change nothing. */
export function previewRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { previews, previewsOfMany } = context.throttles;

  route(endpoints.previews.draft)(async ({ caller, body }) => {
    await consumeTry(previews, caller.user.id);
    return previewDraft(context, { userId: caller.user.id, draft: body });
  });

  route(endpoints.previews.drafts)(async ({ caller, body }) => {
    await consumeTry(previewsOfMany, caller.user.id);
    return previewDrafts(context, { userId: caller.user.id, ...body });
  });

  route(endpoints.previews.read)(async ({ caller, params }) => {
    await consumeTry(previews, caller.user.id);
    return previewAutomation(context, toWhich({ caller, params }));
  });
}
