import { randomUUID } from 'node:crypto';
import { sealTokens } from '@picksync/smartsheet-account';
import type { Stage } from './stage.ts';

/** How many accounts are inserted in one statement. */
const batchSize = 500;

export type BareAccount = { number: number; userId: string; connectionId: string };

type Wanted = { accounts: number; sources: number; targets: number; firstNumber?: number };

/**
 * Inserts accounts whose sheets have just been checked, without a sandbox that knows them. The token of an account is
 * `account-` and its number, from 0 or `firstNumber`. Its sheets are numbered on from those of the account before: first the sources,
 * whose column 1 is read, then the targets, whose column 2 is written.
 */
export async function plantBareAccounts(stage: Stage, wanted: Wanted): Promise<BareAccount[]> {
  const planted: BareAccount[] = [];
  for (let first = 0; first < wanted.accounts; first += batchSize) {
    const count = Math.min(batchSize, wanted.accounts - first);
    const batch = Array.from({ length: count }, (_, at) => ({
      number: (wanted.firstNumber ?? 0) + first + at,
      userId: randomUUID(),
      connectionId: randomUUID(),
    }));
    await plantBatch(stage, batch, wanted);
    planted.push(...batch);
  }
  await stage.prisma.$executeRaw`ANALYZE`;
  return planted;
}

async function plantBatch(
  { prisma, sealer }: Stage,
  planted: BareAccount[],
  { sources, targets }: Wanted,
): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60_000);
  const sheetsEach = sources + targets;
  await prisma.user.createMany({
    data: planted.map(({ userId }) => ({
      id: userId,
      email: `${userId}@example.com`,
      isVerified: true,
      subscriptionStatus: 'active' as const,
      subscriptionTier: 'premium' as const,
    })),
  });
  await prisma.smartsheetConnection.createMany({
    data: planted.map(({ number, userId, connectionId }) => ({
      id: connectionId,
      userId,
      accountEmail: `${userId}@example.com`,
      scopes: ['READ_SHEETS', 'WRITE_SHEETS'],
      ...sealTokens(sealer, connectionId, {
        accessToken: `account-${number}`,
        refreshToken: `refresh-${number}`,
        expiresAt,
      }),
      statusChangedAt: new Date(now.getTime() - 60_000),
      nextSweepAt: new Date(now.getTime() + 15 * 60_000),
    })),
  });
  const owners = planted.map(({ number, userId, connectionId }) => [number, userId, connectionId]);
  await prisma.$executeRaw`
    WITH owners AS MATERIALIZED (
      SELECT (owner->>0)::int AS number, (owner->>1)::uuid AS user_id, (owner->>2)::uuid AS connection_id
      FROM jsonb_array_elements(${JSON.stringify(owners)}::jsonb) owner),
    looked_at AS (
      INSERT INTO sheets (connection_id, sheet_id, name, version, last_read_at, updated_at)
      SELECT connection_id, number * ${sheetsEach} + place, 'Sheet', 1, now(), now()
      FROM owners, generate_series(1, ${sheetsEach}) place)
    INSERT INTO automations (id, user_id, connection_id, name, source_sheet_id, source_sheet_name, source_column_id,
      source_column_name, sheet_id, sheet_name, target_column_id, target_column_name, updated_at)
    SELECT gen_random_uuid(), user_id, connection_id, 'Automation', number * ${sheetsEach} + 1 + target % ${sources},
      'Source', '1', 'Name', number * ${sheetsEach} + ${sources} + target, 'Target', '2', 'Pick', now()
    FROM owners, generate_series(1, ${targets}) target`;
}
