import type { Database } from '@picksync/db';
import { createThrottle } from '../../base/throttle.ts';
import type { KeyAccess } from '../../http/key-access.ts';
import type { ApiKeyDeps } from './api-keys.ts';
import { authenticateApiKey } from './authenticate-api-key.ts';

const windowMs = 60_000;

/**
 * Creates the part of the access check for API keys: the owner of a key, and how many calls it has left in this minute.
 */
export function createApiKeyAccess(
  deps: Pick<ApiKeyDeps, 'db' | 'keyedHash' | 'now'> & { pool: Database['pool']; callsPerMinute: number },
): KeyAccess {
  const throttle = createThrottle({ name: 'api-key', max: deps.callsPerMinute, windowMs }, deps);
  return {
    authenticateKey: (key) => authenticateApiKey(key, deps),
    takeCall: async ({ key }) => ({
      ...(await throttle.consume(key.id)),
      limit: deps.callsPerMinute,
      windowSeconds: windowMs / 1000,
    }),
  };
}
