import {
  type Prisma,
  type RetiredAccount,
  type Sealer,
  type SmartsheetConnection,
  sealedColumns,
  type Tx,
} from '@picksync/db';
import {
  createMemoryLimiter,
  createSmartsheetClient,
  revoke,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import type { AccountsDeps } from './accounts-deps.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';

const { accessToken, refreshToken, retiredAccessToken, retiredRefreshToken } = sealedColumns;

/**
 * Sets an account aside that its user is leaving, with all that is needed to end it at Smartsheet. Call it in the
 * transaction that takes the tokens from the connection. False when there are none.
 */
export async function retireAccount(
  tx: Tx,
  retired: { id: string; connection: SmartsheetConnection; webhookIds: string[] },
  sealer: Sealer,
): Promise<boolean> {
  const { id, connection, webhookIds } = retired;
  const { id: connectionId, region, accessTokenSealed, refreshTokenSealed, tokenExpiresAt } = connection;
  if (accessTokenSealed === null) return false;
  const access = sealer.open(accessTokenSealed, accessToken.identity(connectionId));
  const renewing = refreshTokenSealed && sealer.open(refreshTokenSealed, refreshToken.identity(connectionId));
  await tx.retiredAccount.create({
    data: {
      id,
      region,
      tokenExpiresAt,
      accessTokenSealed: sealer.seal(access, retiredAccessToken.identity(id)),
      refreshTokenSealed: renewing ? sealer.seal(renewing, retiredRefreshToken.identity(id)) : null,
      webhookIds,
    },
  });
  return true;
}

/**
 * Deletes the webhooks of a retired account at Smartsheet, revokes its token and forgets it. Returns how many webhooks it
 * deleted. Throws what may pass: what is left then is there for the next try. Running it twice does no harm.
 */
export async function endRetiredAccount(
  { id, signal }: { id: string; signal?: AbortSignal | undefined },
  deps: AccountsDeps,
): Promise<number> {
  const { prisma, siteOf, now } = deps;
  const account = await prisma.retiredAccount.findUnique({ where: { id } });
  if (!account) return 0;
  let deleted = 0;
  try {
    const token = await readToken(account, deps);
    deleted = await deleteWebhooks({ account, client: clientFor({ account, token }, deps), signal });
    await revoke({ site: siteOf(account.region), accessToken: token, signal, now });
  } catch (error) {
    // Whom Smartsheet lets in no more has no webhooks there that work, and no token to revoke.
    if (!(error instanceof SmartsheetError) || error.class !== 'needs_user') throw error;
  }
  await prisma.retiredAccount.deleteMany({ where: { id } });
  return deleted;
}

/** Returns a valid access token, refreshed if need be. */
async function readToken(account: RetiredAccount, deps: AccountsDeps): Promise<string> {
  const { id, region, tokenExpiresAt, refreshTokenSealed } = account;
  const { prisma, sealer, credentials, now } = deps;
  const isAlive = tokenExpiresAt !== null && tokenExpiresAt > now();
  if (isAlive || !refreshTokenSealed || !credentials) {
    return sealer.open(account.accessTokenSealed, retiredAccessToken.identity(id));
  }
  const spent = sealer.open(refreshTokenSealed, retiredRefreshToken.identity(id));
  const tokens = await exchangeRefreshToken({ region, refreshToken: spent }, deps);
  const data: Prisma.RetiredAccountUpdateInput = {
    accessTokenSealed: sealer.seal(tokens.accessToken, retiredAccessToken.identity(id)),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, retiredRefreshToken.identity(id)),
    tokenExpiresAt: tokens.expiresAt,
  };
  await prisma.retiredAccount.updateMany({ where: { id }, data });
  return tokens.accessToken;
}

function clientFor(
  { account: { region }, token }: { account: RetiredAccount; token: string },
  { siteOf, now, random, sleep }: AccountsDeps,
): SmartsheetClient {
  return createSmartsheetClient({
    baseUrl: siteOf(region).apiBase,
    accessToken: async () => token,
    limiter: createMemoryLimiter({ now, sleep }),
    timeoutMs: 15_000,
    now,
    random,
    sleep,
  });
}

async function deleteWebhooks(work: {
  account: RetiredAccount;
  client: SmartsheetClient;
  signal: AbortSignal | undefined;
}): Promise<number> {
  const { account, client, signal } = work;
  let deleted = 0;
  for (const webhookId of account.webhookIds) {
    try {
      await client.webhooks.delete({ webhookId, signal });
      deleted += 1;
    } catch (error) {
      // Gone already, or never this account's to delete.
      if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    }
  }
  return deleted;
}
