import {
  type PrismaClient,
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
  type SmartsheetTokens,
} from '@picksync/smartsheet-client';
import { type AccountsOptions, exchangeRefreshToken } from './exchange-refresh-token.ts';
import { heldBack, type TokenRow } from './token-row.ts';

const { accessToken, refreshToken, retiredAccessToken, retiredRefreshToken } = sealedColumns;

/**
 * Stores a Smartsheet account that its user is disconnecting, with everything that is needed to end it at Smartsheet.
 * Call it in the transaction that removes the tokens from the connection. False when there are none.
 */
export async function retireAccount(
  tx: Tx,
  retired: { id: string; connection: SmartsheetConnection; webhookIds: string[] },
  sealer: Sealer,
): Promise<boolean> {
  const { id, connection, webhookIds } = retired;
  const { id: connectionId, region, accessTokenSealed, refreshTokenSealed, tokenExpiresAt } = connection;
  const { tokenVersion, refreshLeaseUntil } = connection;
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
      connectionId,
      tokenVersion,
      refreshLeaseUntil,
    },
  });
  return true;
}

/**
 * Stores new tokens that arrived after the user disconnected: their refresh made the retired ones invalid. False when
 * they are not needed, because the account has been ended or connected again.
 */
export async function handOverTokens(
  late: { row: Pick<TokenRow, 'id' | 'tokenVersion'>; tokens: SmartsheetTokens },
  { prisma, sealer }: Pick<AccountsOptions, 'prisma' | 'sealer'>,
): Promise<boolean> {
  const { row, tokens } = late;
  const where = { connectionId: row.id, tokenVersion: row.tokenVersion };
  const account = await prisma.retiredAccount.findFirst({ where, select: { id: true } });
  if (!account) return false;
  const data = { ...sealRetired(sealer, account.id, tokens), refreshLeaseUntil: null };
  const { count } = await prisma.retiredAccount.updateMany({ where: { id: account.id }, data });
  return count === 1;
}

/**
 * Deletes the webhooks of a retired account at Smartsheet, revokes its token and forgets it. Returns how many webhooks it
 * deleted. Throws temporary errors, also while new tokens may still arrive; the next try does what is left. Running it
 * twice does no harm.
 */
export async function endRetiredAccount(
  { id, signal }: { id: string; signal?: AbortSignal | undefined },
  options: AccountsOptions,
): Promise<number> {
  const { prisma, sealer, toSite, now, onCallIn } = options;
  const account = await prisma.retiredAccount.findUnique({ where: { id } });
  if (!account) return 0;
  let deleted = 0;
  let { accessTokenSealed } = account;
  try {
    const isAlive = account.tokenExpiresAt !== null && account.tokenExpiresAt > now();
    if (!isAlive) {
      await assertNoRefresh(prisma, id);
      accessTokenSealed = await refreshRetired(account, options);
    }
    const token = sealer.open(accessTokenSealed, retiredAccessToken.identity(id));
    deleted = await deleteWebhooks({ account, client: clientFor({ account, token }, options), signal });
    const { region } = account;
    await revoke({ site: toSite(region), accessToken: token, signal, now, onCall: onCallIn?.(region) });
  } catch (error) {
    // An account that Smartsheet no longer accepts has no working webhooks and no token to revoke.
    if (!(error instanceof SmartsheetError) || error.class !== 'needs_user') throw error;
    await assertNoRefresh(prisma, id);
  }
  const { count } = await prisma.retiredAccount.deleteMany({ where: { id, accessTokenSealed } });
  if (count === 0) await assertForgotten(prisma, id);
  return deleted;
}

/** Throws while a refresh that was running when the user disconnected may bring new tokens, by the database's clock. */
async function assertNoRefresh(prisma: PrismaClient, id: string): Promise<void> {
  const rows = await prisma.$queryRaw<unknown[]>`
    SELECT FROM retired_accounts WHERE id = ${id}::uuid AND refresh_lease_until > clock_timestamp()`;
  if (rows.length > 0) throw tokensOnTheirWay();
}

/** Throws when new tokens arrived meanwhile: they have to be revoked as well. */
async function assertForgotten(prisma: PrismaClient, id: string): Promise<void> {
  if ((await prisma.retiredAccount.count({ where: { id } })) > 0) throw tokensOnTheirWay();
}

function tokensOnTheirWay() {
  const detail = 'new tokens of the account that its user left are on their way';
  return heldBack('token', { retryAfterMs: 5_000, detail });
}

function sealRetired(sealer: Sealer, id: string, tokens: SmartsheetTokens) {
  return {
    accessTokenSealed: sealer.seal(tokens.accessToken, retiredAccessToken.identity(id)),
    refreshTokenSealed: sealer.seal(tokens.refreshToken, retiredRefreshToken.identity(id)),
    tokenExpiresAt: tokens.expiresAt,
  };
}

/** Returns the sealed access token of an account after a refresh, or the one it has when it cannot be refreshed. */
async function refreshRetired(account: RetiredAccount, options: AccountsOptions): Promise<string> {
  const { id, region, refreshTokenSealed } = account;
  const { prisma, sealer, credentials } = options;
  if (!refreshTokenSealed || !credentials) return account.accessTokenSealed;
  const spent = sealer.open(refreshTokenSealed, retiredRefreshToken.identity(id));
  const tokens = await exchangeRefreshToken({ region, refreshToken: spent }, options);
  const data = sealRetired(sealer, id, tokens);
  await prisma.retiredAccount.updateMany({ where: { id }, data });
  return data.accessTokenSealed;
}

function clientFor(
  { account: { region }, token }: { account: RetiredAccount; token: string },
  { toSite, now, random, sleep, onCallIn }: AccountsOptions,
): SmartsheetClient {
  const { apiBase: baseUrl, integrationSource } = toSite(region);
  return createSmartsheetClient({
    baseUrl,
    integrationSource,
    accessToken: async () => token,
    limiter: createMemoryLimiter({ now, sleep }),
    timeoutMs: 15_000,
    onCall: onCallIn?.(region),
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
      // Already gone, or not this account's webhook.
      if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    }
  }
  return deleted;
}
