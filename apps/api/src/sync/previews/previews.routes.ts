import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { createSheetThrottles, type SheetThrottleDeps } from '../sheets/sheet-throttles.ts';
import { type PreviewDeps, previewAutomation, previewDraft } from './previews.ts';

export function previewRoutes(app: FastifyInstance, deps: PreviewDeps & SheetThrottleDeps): void {
  const route = serve(app);
  const { previews } = createSheetThrottles(deps);

  route(endpoints.previews.draft)(async ({ caller, body }) => {
    await takeTry(previews, caller.user.id);
    return previewDraft({ userId: caller.user.id, draft: body }, deps);
  });

  route(endpoints.previews.read)(async ({ caller, params }) => {
    await takeTry(previews, caller.user.id);
    return previewAutomation({ userId: caller.user.id, id: params.id }, deps);
  });
}
