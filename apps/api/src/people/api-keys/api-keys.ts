import { type ApiKey, AppError, type createApiKeyBody, maxApiKeys } from '@picksync/contracts';
import type { ApiKey as ApiKeyRow, PrismaClient, Tx } from '@picksync/db';
import type * as z from 'zod';
import { lockUser } from '../../base/entitlements.store.ts';
import { readEntitlements } from '../../base/entitlements.ts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { findPlanName } from '../../base/plans.store.ts';
import { recordAndTell, recordAudit } from '../../base/record-audit.ts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { createApiKeyText, shownPartOf } from './api-key-text.ts';
import { countApiKeys, findApiKeys, insertApiKey, setAllRevoked, setRevoked } from './api-keys.store.ts';

export type ApiKeyDeps = {
  db: PrismaClient;
  keyedHash: KeyedHash;
  sendMailLater: SendMailLater;
  randomBytes: (size: number) => Buffer;
  now: () => Date;
};

/** The user who acts, and their address. */
type Acting = { userId: string; network: string };

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the keyed hash under which a key is stored. */
export function apiKeyHash({ keyedHash }: Pick<ApiKeyDeps, 'keyedHash'>, key: string): string {
  return keyedHash('api-key', key);
}

/** Returns a person's keys, newest first. */
export async function listApiKeys(userId: string, { db }: ApiKeyDeps): Promise<ApiKey[]> {
  return (await findApiKeys(db, userId)).map(viewOf);
}

/**
 * Creates a key and returns it, together with what the list shows of it. Throws `plan_required`, and `too_many_api_keys`
 * when there are `maxApiKeys` already.
 */
export async function createApiKey(
  { userId, network, ...wanted }: Acting & z.output<typeof createApiKeyBody>,
  deps: ApiKeyDeps,
): Promise<{ key: string; apiKey: ApiKey }> {
  const at = deps.now();
  const key = createApiKeyText(deps.randomBytes);
  const row = await deps.db.$transaction(async (tx) => {
    // So that nobody else adds one between counting and writing.
    await lockUser(tx, userId);
    const { apiKeys } = await readEntitlements(tx, { userId, now: at });
    if (!apiKeys) {
      const premium = await findPlanName(tx, 'premium');
      throw new AppError('plan_required', { message: `API keys are part of ${premium}.` });
    }
    if ((await countApiKeys(tx, userId)) >= maxApiKeys) throw new AppError('too_many_api_keys');
    const details = { name: wanted.name };
    await recordAndTell(tx, { userId, action: 'api_key_created', network, details, at }, deps);
    return insertApiKey(tx, {
      userId,
      name: wanted.name,
      scope: wanted.scope,
      prefix: shownPartOf(key),
      keyHash: apiKeyHash(deps, key),
      createdAt: at,
      expiresAt: wanted.expiresInDays === null ? null : new Date(at.getTime() + wanted.expiresInDays * dayMs),
    });
  });
  return { key, apiKey: viewOf(row) };
}

/** Revokes a key of the person's. Throws `not_found`. */
export async function revokeApiKey(
  { userId, network, id }: Acting & { id: string },
  { db, now }: ApiKeyDeps,
): Promise<void> {
  const at = now();
  await db.$transaction(async (tx) => {
    const revoked = await setRevoked(tx, { userId, id, at });
    if (!revoked) throw new AppError('not_found');
    const details = { name: revoked.name };
    await recordAudit(tx, { userId, action: 'api_key_revoked', network, details, at });
  });
}

/** Revokes all keys of a user. Returns how many were valid until now. */
export async function revokeAllApiKeys(
  tx: Tx,
  { userId, network }: Acting,
  { now }: Pick<ApiKeyDeps, 'now'>,
): Promise<number> {
  const at = now();
  const revoked = await setAllRevoked(tx, { userId, at });
  for (const { name } of revoked)
    await recordAudit(tx, { userId, action: 'api_key_revoked', network, details: { name }, at });
  return revoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > at).length;
}

/** Returns the sentence about API keys that were revoked with a new password; empty if there were none. */
export function revokedSentence(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One API key was revoked.' : ` ${count} API keys were revoked.`;
}

function viewOf({ id, name, prefix, scope, createdAt, lastUsedAt, expiresAt }: ApiKeyRow): ApiKey {
  return {
    id,
    name,
    prefix,
    scope,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
