import { AppError, type ConnectOutcome, type Region, regions, smartsheetScopes } from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import {
  authorizeUrl,
  createMemoryLimiter,
  createSmartsheetClient,
  exchangeCode,
  revoke,
  type SmartsheetCall,
  SmartsheetError,
  type SmartsheetSite,
  type SmartsheetTokens,
  type SmartsheetUser,
  singleTry,
} from '@picksync/smartsheet-client';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import type { Hashes } from '../../base/keyed-hash.ts';
import { getCredentials } from '../../base/smartsheet/smartsheet-app.ts';
import { findConnection } from '../smartsheet/with-smartsheet.ts';
import { compareWebhooks } from '../webhooks/compare-webhooks.ts';
import { connectAccount } from './connect-account.ts';

/** Returns the address of Smartsheet's consent page. Throws `unavailable` without a client id. */
export async function startConnection(context: Context, session: Session, region: Region): Promise<string> {
  const { app } = context.smartsheet;
  return authorizeUrl({
    site: app.toSite(region),
    clientId: getCredentials(app).clientId,
    scopes: smartsheetScopes,
    redirectUri: app.redirectUri,
    state: await createState(context, session, region),
  });
}

/** The query of the address that Smartsheet sends the browser back to. */
type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

/** The outcome of connecting; with `failed` also the cause, for the log. */
type Finish = { outcome: ConnectOutcome; cause?: unknown };

/** Finishes what `startConnection` began: exchanges the code for tokens and saves the connection. */
export async function finishConnection(
  context: Context,
  { ipAddress, ...session }: Session & { ipAddress?: string },
  { code, state, error }: Returned,
): Promise<Finish> {
  const region = await findRegionOfState(context, session, state);
  if (!region) return { outcome: (await isConnected(context, session)) ? 'kept' : 'expired' };
  if (error !== undefined) return { outcome: refusals.get(error) ?? 'failed', cause: error };
  if (!code) return { outcome: 'failed', cause: 'neither a code nor an error came back' };
  const { now, smartsheet } = context;
  const site = smartsheet.app.toSite(region);
  try {
    const onCall = smartsheet.onCallIn(region);
    const tokens = await exchangeCode({ ...getCredentials(smartsheet.app), site, code, now, onCall });
    return { outcome: await saveTokens(context, { ...session, ipAddress, region, tokens }) };
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'unauthenticated') return { outcome: 'expired' };
    if (!(failure instanceof SmartsheetError)) throw failure;
    return { outcome: toOutcome(failure), cause: failure };
  }
}

/** How long the user waits for tokens to be revoked. */
const revokeTimeoutMs = 5000;

/**
 * Saves the connection of new tokens. Tokens that were not saved, because the session has ended for instance, are revoked: nobody could
 * do so later.
 */
async function saveTokens(
  context: Context,
  connecting: Omit<Parameters<typeof connectAccount>[1], 'account'>,
): Promise<ConnectOutcome> {
  const { log, now, smartsheet } = context;
  const { tokens, region } = connecting;
  const site = smartsheet.app.toSite(region);
  const onCall = smartsheet.onCallIn(region);
  try {
    const account = await inspectAccount(tokens, { site, now, onCall });
    const { paused, resumed } = await connectAccount(context, { ...connecting, account });
    if (resumed > 0) return 'earlier_account';
    if (paused > 0) return 'other_account';
    return account.licensed === false ? 'unlicensed' : 'connected';
  } catch (error) {
    // After any other error the database may have them.
    if (error instanceof AppError || error instanceof SmartsheetError)
      await revoke({ site, accessToken: tokens.accessToken, timeoutMs: revokeTimeoutMs, now, onCall }).catch(
        (err: unknown) => log.warn({ err }, 'Smartsheet tokens that were not saved could not be revoked'),
      );
    throw error;
  }
}

/** Somebody who is connected and goes back to an older page of Smartsheet has lost nothing. */
async function isConnected({ db }: Context, { userId }: Session): Promise<boolean> {
  return (await db.smartsheetConnection.count({ where: { userId, status: 'connected' } })) > 0;
}

/** OAuth's errors for a user who declined, and for an app that may not request these scopes. */
const refusals = new Map<string, ConnectOutcome>([
  ['access_denied', 'denied'],
  ['invalid_scope', 'scope_missing'],
]);

function toOutcome({ reason }: SmartsheetError): ConnectOutcome {
  // A code that was used, or is too old.
  if (reason === 'revoked') return 'expired';
  return reason === 'scope_or_access' ? 'scope_missing' : 'failed';
}

/** As long as Smartsheet's own code is valid. */
const stateLifetimeMs = 10 * 60_000;

const statePayload = z.object({ region: z.enum(regions) });

type Session = { userId: string; sessionId: string };

/** Returns the hashes of a state and its session: in another session the state is not valid. */
function hashState({ keyedHash }: Context, { sessionId }: Session, state: string): Hashes {
  return keyedHash.all('connect-smartsheet', `${sessionId}:${state}`);
}

const purpose = 'connect_smartsheet';

/**
 * Creates the `state` of one consent in this session, and voids the ones before it: a user connects once at a time. It is
 * valid once, for ten minutes.
 */
async function createState(context: Context, session: Session, region: Region): Promise<string> {
  const { userId } = session;
  const { oneTimeCode } = context.db;
  const state = context.newSecret();
  const at = context.now();
  const [codeHash] = hashState(context, session, state);
  await oneTimeCode.updateMany({ where: { userId, purpose, usedAt: null }, data: { usedAt: at } });
  await oneTimeCode.create({
    data: {
      userId,
      purpose,
      kind: 'link',
      codeHash,
      payload: { region },
      createdAt: at,
      expiresAt: new Date(at.getTime() + stateLifetimeMs),
    },
  });
  return state;
}

/** Uses up the state that came back. Returns the region it was created for, or null when it is not, or no longer, valid. */
async function findRegionOfState(
  context: Context,
  session: Session,
  state: string | undefined,
): Promise<Region | null> {
  if (!state) return null;
  const at = context.now();
  const codeHash = { in: hashState(context, session, state) };
  const [claimed] = await context.db.oneTimeCode.updateManyAndReturn({
    where: { userId: session.userId, codeHash, purpose, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
    select: { payload: true },
  });
  return claimed ? statePayload.parse(claimed.payload).region : null;
}

/** A person waits: the few calls are made once, without a pause. */
async function doNotPause(): Promise<void> {}

/**
 * Returns the account of new tokens. Smartsheet does not tell the granted scopes, so two of them are tried here: throws
 * `scope_or_access` when sheets or webhooks may not be read.
 */
async function inspectAccount(
  { accessToken }: SmartsheetTokens,
  { site, now, onCall }: { site: SmartsheetSite; now: () => Date; onCall: (call: SmartsheetCall) => void },
): Promise<SmartsheetUser> {
  const client = createSmartsheetClient({
    baseUrl: site.apiBase,
    integrationSource: site.integrationSource,
    accessToken: async () => accessToken,
    limiter: createMemoryLimiter({ now, sleep: doNotPause }),
    now,
    random: Math.random,
    sleep: doNotPause,
    timeoutMs: 15_000,
    onCall,
    retry: singleTry,
  });
  const [user] = await Promise.all([client.users.me(), client.sheets.probe(), client.webhooks.list()]);
  return user;
}

/**
 * Asks Smartsheet, in one call, whether it still accepts a user's connection and whether the webhooks are on, and records
 * what has changed. Returns whether anything has changed. A call that fails for another reason changes nothing.
 */
export async function lookAtAccount(context: Context, userId: string): Promise<boolean> {
  const { db, now } = context;
  const connection = await findConnection(db, userId);
  if (connection?.status !== 'connected') return false;
  if (connection.parkedUntil !== null && connection.parkedUntil > now()) return false;
  if ((await context.throttles.looks.take(userId)) > 0) return false;
  try {
    return await compareWithSmartsheet(context, connection);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: db, now });
    // If the tokens were refused, refreshing them has recorded that already.
    return (await findConnection(db, userId))?.status !== 'connected';
  }
}

/** Throws where Smartsheet refuses the connection. Returns whether a webhook is not as we have it; without the right to look, false. */
async function compareWithSmartsheet(context: Context, connection: SmartsheetConnection): Promise<boolean> {
  const client = context.smartsheet.openClient(connection, 'looks');
  if (connection.scopes.includes('ADMIN_WEBHOOKS')) return compareWebhooks(context, { client, connection });
  await client.users.me();
  return false;
}
