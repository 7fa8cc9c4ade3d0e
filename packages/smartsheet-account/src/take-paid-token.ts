import { Prisma, type SmartsheetConnection } from '@picksync/db';
import type { AccountsDeps } from './accounts-deps.ts';
import { takeStatement } from './budget.ts';
import { type AccessTokenRow, longestMarginMs, usableToken } from './token-row.ts';

/**
 * Reads the access token of the opened account and takes a call from its budget, in one statement. Returns undefined,
 * and takes nothing, when the connection has ended, belongs to another account or has to be refreshed, or when its
 * budget is used up; the separate functions for token and budget handle those cases. Throws when the call can never fit
 * into the budget.
 */
export async function takePaidToken(
  call: {
    connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
    weight: number;
    /** Calls that have to be left for others. */
    reserve: number;
  },
  { prisma, sealer, now }: Pick<AccountsDeps, 'prisma' | 'sealer' | 'now'>,
): Promise<string | undefined> {
  const { connection: account, ...price } = call;
  const demand = { now: now(), account };
  // The conditions of `assertConnected` and `usableToken`: a call that cannot be made must not use up the budget.
  const [row] = await prisma.$queryRaw<AccessTokenRow[]>`
    WITH usable AS MATERIALIZED (
      SELECT id, region::text, account_id AS "accountId", access_token_sealed AS "accessTokenSealed",
        token_expires_at AS "tokenExpiresAt", token_refresh_at AS "tokenRefreshAt"
      FROM smartsheet_connections
      WHERE id = ${account.id}::uuid AND status = 'connected' AND access_token_sealed <> ''
        AND token_expires_at > ${demand.now}::timestamptz
        AND greatest(token_refresh_at, token_expires_at - make_interval(secs => ${longestMarginMs / 1000}))
          > ${demand.now}::timestamptz
        AND region::text = ${account.region} AND account_id IS NOT DISTINCT FROM ${account.accountId}),
    taken AS (${takeStatement(Prisma.sql`SELECT id FROM usable`, price)})
    SELECT usable.* FROM usable JOIN taken USING (id)`;
  return row && usableToken(sealer, row, demand);
}
