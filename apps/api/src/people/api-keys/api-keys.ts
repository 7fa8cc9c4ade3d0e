import {
  type ApiKey,
  AppError,
  type createApiKeyBody,
  maxApiKeys,
  type ProgramAccess,
} from '@picksync/contracts';
import type { ApiKey as ApiKeyRow, Tx } from '@picksync/db';
import type * as z from 'zod';
import { type ActingSession, lockActingUser } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import type { Hashes } from '../../base/keyed-hash.ts';
import { findPlanName } from '../../base/plans.store.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { type Actor, recordAndTell, recordAudit } from '../../base/record-audit.ts';
import { createApiKeyText, getShownPart } from './api-key-text.ts';
import { findApiKeys, setAllRevoked, setName, setRevoked } from './api-keys.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the hashes under which a key may be stored; the first is the one that new keys get. */
export function hashApiKey(context: Context, key: string): Hashes {
  return context.keyedHash.all('api-key', key);
}

/** Returns a person's keys, newest first. */
export async function listApiKeys(context: Context, userId: string): Promise<ApiKey[]> {
  return (await findApiKeys(context.db, userId)).map(toView);
}

/** Returns the key by which a program calls, if one does, and how many automations the plan of its owner has room for. */
export async function readProgramAccess(
  context: Context,
  { userId, keyId }: { userId: string; keyId: string | null },
): Promise<ProgramAccess> {
  const { total, active, limit } = await readEntitlements(context.db, { userId, now: context.now() });
  const apiKey = (await listApiKeys(context, userId)).find(({ id }) => id === keyId) ?? null;
  return { apiKey, configurationCount: total, activeCount: active, configurationLimit: limit };
}

/**
 * Creates a key and returns it, together with what the list shows of it. Throws `plan_required`, and `too_many_api_keys`
 * when there are `maxApiKeys` already.
 */
export async function createApiKey(
  context: Context,
  {
    userId,
    network,
    session,
    name,
    scope,
    expiresInDays,
  }: Actor & ActingSession & z.output<typeof createApiKeyBody>,
): Promise<{ key: string; apiKey: ApiKey }> {
  const at = context.now();
  const key = createApiKeyText(context.randomBytes);
  const row = await context.db.$transaction(async (tx) => {
    // So that nobody else adds one between counting and writing.
    await lockActingUser(context, tx, { userId, session });
    const { apiKeys } = await readEntitlements(tx, { userId, now: at });
    if (!apiKeys) {
      const premium = await findPlanName(tx, 'premium');
      throw new AppError('plan_required', { message: `API keys are part of ${premium}.` });
    }
    const count = await tx.apiKey.count({ where: { userId, revokedAt: null } });
    if (count >= maxApiKeys) throw new AppError('too_many_api_keys');
    await recordAndTell(context, tx, { userId, action: 'api_key_created', network, details: { name }, at });
    const [prefix, keyHash] = [getShownPart(key), context.keyedHash('api-key', key)];
    const expiresAt = expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * dayMs);
    return tx.apiKey.create({ data: { userId, name, scope, prefix, keyHash, createdAt: at, expiresAt } });
  });
  return { key, apiKey: toView(row) };
}

/** Gives a key of the person's another name and returns it. Throws `not_found`. */
export async function renameApiKey(
  context: Context,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<ApiKey> {
  const renamed = await setName(context.db, { userId, id, name });
  if (!renamed) throw new AppError('not_found');
  return toView(renamed);
}

/** Revokes a key of the person's. Throws `not_found`. */
export async function revokeApiKey(
  context: Context,
  { userId, network, id }: Actor & { id: string },
): Promise<void> {
  const at = context.now();
  await context.db.$transaction(async (tx) => {
    const revoked = await setRevoked(tx, { userId, id, at });
    if (!revoked) throw new AppError('not_found');
    const details = { name: revoked.name };
    await recordAudit(tx, { userId, action: 'api_key_revoked', network, details, at });
  });
}

/** Revokes all keys of a user. Returns how many were valid until now. */
export async function revokeAllApiKeys(
  context: Context,
  tx: Tx,
  { userId, network }: Actor,
): Promise<number> {
  const at = context.now();
  const revoked = await setAllRevoked(tx, { userId, at });
  for (const { name } of revoked)
    await recordAudit(tx, { userId, action: 'api_key_revoked', network, details: { name }, at });
  return revoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > at).length;
}

/** Returns the sentence about API keys that were revoked with a new password; empty if there were none. */
export function describeRevoked(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One API key was revoked.' : ` ${count} API keys were revoked.`;
}

function toView({ id, name, prefix, scope, createdAt, lastUsedAt, expiresAt }: ApiKeyRow): ApiKey {
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
