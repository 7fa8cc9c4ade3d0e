import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toWhich } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { followSource } from './follow-source.ts';
import { previewRestore, requestRestore } from './request-restore.ts';

/** Adds the routes by which an earlier list is put back, and by which the automation goes on afterwards. */
export function copyRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { copies } = endpoints;
  const { previews } = context.throttles;

  route(copies.preview)(async ({ caller, params }) => {
    await consumeTry(previews, caller.user.id);
    return previewRestore(context, { userId: caller.user.id, ...params });
  });

  route(copies.restore)(async ({ caller, params, body }) => {
    await consumeTry(previews, caller.user.id);
    const which = { userId: caller.user.id, ...params };
    return {
      message: 'The list is being restored',
      configuration: await requestRestore(context, which, body),
    };
  });

  route(copies.follow)(async ({ caller, params, body }) => {
    await consumeTry(previews, caller.user.id);
    const which = toWhich({ caller, params });
    return { message: 'Automation activated', configuration: await followSource(context, which, body) };
  });
}
