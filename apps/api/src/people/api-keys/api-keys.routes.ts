import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ApiKeyDeps, createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

export function apiKeyRoutes(app: FastifyInstance, deps: ApiKeyDeps): void {
  const route = serve(app);
  const { apiKeys } = endpoints;

  route(apiKeys.list)(({ caller }) => listApiKeys(caller.user.id, deps));

  route(apiKeys.create)(async ({ caller, body, request }) => ({
    message: 'API key created',
    ...(await createApiKey({ userId: caller.user.id, network: request.ip, ...body }, deps)),
  }));

  route(apiKeys.revoke)(async ({ caller, params, request }) => {
    await revokeApiKey({ userId: caller.user.id, network: request.ip, id: params.id }, deps);
    return { message: 'API key revoked' };
  });
}
