import type { Context } from '../../base/context.ts';
import type { KeyAccess } from '../../http/key-access.ts';
import { authenticateApiKey } from './authenticate-api-key.ts';

/**
 * Creates the part of the access check for API keys: the owner of a key, and how many calls it has left in this minute.
 */
export function createApiKeyAccess(context: Context): KeyAccess {
  return {
    authenticateKey: (key) => authenticateApiKey(context, key),
    takeCall: async ({ key }) => ({
      ...(await context.throttles.keyCalls.consume(key.id)),
      limit: context.settings.keyCallsPerMinute,
      windowSeconds: 60,
    }),
  };
}
