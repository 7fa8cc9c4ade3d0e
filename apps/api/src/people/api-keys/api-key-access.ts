import { AppError, entitlements } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { findPlanName } from '../../base/plans.store.ts';
import type { KeyAccess } from '../../http/access.ts';
import type { KeyCaller } from '../../http/caller.ts';
import { isWholeApiKey } from './api-key-text.ts';
import { findApiKey, type KeyRow, setLastUsed } from './api-keys.store.ts';
import { hashApiKey } from './api-keys.ts';

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

/** `lastUsedAt` is exact to this: not every call of a program writes. */
const lastUsedEveryMs = 60_000;

/**
 * Returns the owner of a key. Throws `api_key_malformed`, `api_key_revoked`, `api_key_expired`, `account_disabled`, or
 * `plan_required` once the plan of its owner has ended.
 */
async function authenticateApiKey(context: Context, key: string): Promise<KeyCaller> {
  if (!isWholeApiKey(key)) throw new AppError('api_key_malformed');
  const keyHashes = hashApiKey(context, key);
  const row = await findApiKey(context.db, keyHashes);
  // Rows of revoked keys are deleted in time, and then they look like keys that never existed.
  if (!row || row.revokedAt) throw new AppError('api_key_revoked');
  const at = context.now();
  if (row.expiresAt && row.expiresAt <= at) throw new AppError('api_key_expired');
  if (row.isDisabled) throw new AppError('account_disabled');
  if (!entitlements({ ...row, tier: row.subscriptionTier, now: at }).apiKeys) {
    const premium = await findPlanName(context.db, 'premium');
    throw new AppError('plan_required', {
      message: `API keys are part of ${premium}. This key works again when its owner is on ${premium}.`,
    });
  }
  await recordUse(context, { ...row, keyHash: keyHashes[0] }, at);
  return toCaller(row);
}

type Use = Pick<KeyRow, 'keyId' | 'lastUsedAt'> & { keyHash: string };

async function recordUse(context: Context, { keyId, lastUsedAt, keyHash }: Use, at: Date) {
  const before = new Date(at.getTime() - lastUsedEveryMs);
  if (lastUsedAt === null || lastUsedAt <= before)
    await setLastUsed(context.db, { id: keyId, keyHash, at, before });
}

function toCaller({
  keyId,
  scope,
  lastUsedAt: _,
  expiresAt: __,
  revokedAt: ___,
  isDisabled: ____,
  ...user
}: KeyRow): KeyCaller {
  return { via: 'key', key: { id: keyId, scope }, user };
}
