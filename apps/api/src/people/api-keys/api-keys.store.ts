import type { ApiKey, Db } from '@picksync/db';
import { type CallerColumns, callerColumns } from '../sessions/caller-columns.ts';

/** Returns a user's keys that are not revoked, newest first. They are few. */
export function findApiKeys(db: Db, userId: string): Promise<ApiKey[]> {
  return db.apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** Counts the keys of a user that are neither revoked nor expired. */
export function countLiveApiKeys(db: Db, { userId, at }: { userId: string; at: Date }): Promise<number> {
  const isLive = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] };
  return db.apiKey.count({ where: { userId, ...isLive } });
}

/** Renames a key that is not revoked. Returns null where there is none. */
export async function setName(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<ApiKey | null> {
  const [renamed] = await db.apiKey.updateManyAndReturn({
    where: { id, userId, revokedAt: null },
    data: { name },
  });
  return renamed ?? null;
}

export async function setRevoked(
  db: Db,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<ApiKey | null> {
  const [revoked] = await db.apiKey.updateManyAndReturn({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: at },
  });
  return revoked ?? null;
}

export function setAllRevoked(db: Db, { userId, at }: { userId: string; at: Date }): Promise<ApiKey[]> {
  return db.apiKey.updateManyAndReturn({ where: { userId, revokedAt: null }, data: { revokedAt: at } });
}

export type KeyRow = CallerColumns & {
  keyId: string;
  scope: 'read' | 'write';
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  isDisabled: boolean;
};

/** Returns a key by one of its hashes, with its user, in one statement. */
export async function findApiKey(db: Db, keyHashes: readonly string[]): Promise<KeyRow | null> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    SELECT k.id AS "keyId", k.scope::text AS scope, k.last_used_at AS "lastUsedAt",
      k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", u.disabled_at IS NOT NULL AS "isDisabled",
      ${callerColumns}
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.key_hash = ANY(${keyHashes})`;
  return row ?? null;
}

/** Records that a key is in use, under its present hash, unless that was recorded after `before`. */
export async function setLastUsed(
  db: Db,
  { id, keyHash, at, before }: { id: string; keyHash: string; at: Date; before: Date },
): Promise<void> {
  await db.apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
    data: { lastUsedAt: at, keyHash },
  });
}
