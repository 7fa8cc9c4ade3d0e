import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toActingSession, toActor } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { createApiKey, listApiKeys, readProgramAccess, renameApiKey, revokeApiKey } from './api-keys.ts';

export function apiKeyRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { apiKeys } = endpoints;

  route(apiKeys.list)(({ caller }) => listApiKeys(context, caller.user.id));

  route(apiKeys.current)(({ caller }) => {
    const keyId = caller.via === 'key' ? caller.key.id : null;
    return readProgramAccess(context, { userId: caller.user.id, keyId });
  });

  route(apiKeys.create)(async ({ caller, body, request }) => ({
    message: 'API key created',
    ...(await createApiKey(context, { ...toActingSession(caller, request), ...body })),
  }));

  route(apiKeys.rename)(async ({ caller, params, body }) => ({
    message: 'API key renamed',
    apiKey: await renameApiKey(context, { userId: caller.user.id, id: params.id, ...body }),
  }));

  route(apiKeys.revoke)(async ({ caller, params, request }) => {
    await revokeApiKey(context, { ...toActor(caller, request), ...params });
    return { message: 'API key revoked' };
  });
}
