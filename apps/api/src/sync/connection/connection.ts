import type { ConnectOutcome, Region } from '@picksync/contracts';
import { smartsheetScopes } from '@picksync/contracts';
import { authorizeUrl, exchangeCode, SmartsheetError } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { getCredentials } from '../../base/smartsheet/smartsheet-app.ts';
import { connectAccount } from './connect-account.ts';
import { inspectAccount } from './inspect-account.ts';
import { createState, regionOfState, type Session } from './oauth-state.ts';

/** Returns the address of Smartsheet's consent page. Throws `unavailable` without a client id. */
export async function startConnection(context: Context, session: Session, region: Region): Promise<string> {
  const {
    smartsheet: { app: smartsheetApp },
  } = context;
  const { clientId } = getCredentials(smartsheetApp);
  return authorizeUrl({
    site: smartsheetApp.toSite(region),
    clientId,
    scopes: smartsheetScopes,
    redirectUri: smartsheetApp.redirectUri,
    state: await createState(context, session, region),
  });
}

/** The query of the address that Smartsheet sends the browser back to. */
export type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

/** The outcome of connecting; with `failed` also the cause, for the log. */
export type Finish = { outcome: ConnectOutcome; cause?: unknown };

/** Finishes what `startConnection` began: exchanges the code for tokens and saves the connection. */
export async function finishConnection(
  context: Context,
  { ipAddress, ...session }: Session & { ipAddress?: string },
  { code, state, error }: Returned,
): Promise<Finish> {
  const region = await regionOfState(context, session, state);
  if (!region) return { outcome: 'expired' };
  if (error !== undefined) return { outcome: refusals.get(error) ?? 'failed', cause: error };
  if (!code) return { outcome: 'failed', cause: 'neither a code nor an error came back' };
  const {
    smartsheet: { app: smartsheetApp },
    now,
  } = context;
  const site = smartsheetApp.toSite(region);
  try {
    const tokens = await exchangeCode({ ...getCredentials(smartsheetApp), site, code, now });
    const account = await inspectAccount(tokens, { site, now });
    const connected = { userId: session.userId, ipAddress, region, tokens, account };
    const { paused, resumed } = await connectAccount(context, connected);
    if (resumed > 0) return { outcome: 'earlier_account' };
    if (paused > 0) return { outcome: 'other_account' };
    return { outcome: account.licensed === false ? 'unlicensed' : 'connected' };
  } catch (failure) {
    if (!(failure instanceof SmartsheetError)) throw failure;
    return { outcome: toOutcome(failure), cause: failure };
  }
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
