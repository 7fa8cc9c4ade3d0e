import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { idField, rawReply } from './fields.ts';
import { defaultRegion, regions } from './regions.ts';
import { oauthReturnQuery } from './sign-in.ts';

/** The results of connecting to Smartsheet. The callback sends the browser to `/dashboard?connection=<outcome>`;
 * these are the sentences the dashboard shows.
 */
export const connectOutcomes = {
  connected: 'Connected to Smartsheet',
  unlicensed:
    'This Smartsheet account has no license. Only the owner or a licensed admin may change the list of a column, so it fills columns of sheets that it owns.',
  other_account:
    'You connected another Smartsheet account, so your automations are paused. Activate those that should go on with it.',
  earlier_account:
    'The automations that ran with this Smartsheet account before go on. Any others are paused.',
  denied: 'Not connected. You chose Deny',
  kept: 'That page of Smartsheet was too old to be used. Your connection goes on as before.',
  expired: 'The connection took too long or was started in another browser. Please connect again.',
  scope_missing:
    'Smartsheet did not grant all the rights that are needed. Please connect again and allow all of them.',
  failed: 'Could not connect to Smartsheet. Please try again.',
} as const;

export type ConnectOutcome = keyof typeof connectOutcomes;

export const connectionEndpoints = {
  /** Begins a connection: the browser goes to `authUrl`, where the user allows or denies. */
  start: endpoint('GET', '/api/smartsheet/auth', {
    query: z.strictObject({ region: z.enum(regions).default(defaultRegion) }),
    reply: z.object({ authUrl: z.string() }),
    access: 'user',
    maintenance: 'refused',
  }),
  /** Smartsheet sends the browser here. Without a session it is sent to the login, so access is the handler's. */
  callback: endpoint('GET', '/api/auth/callback', {
    query: oauthReturnQuery,
    reply: rawReply,
    access: 'public',
    raw: 'redirect',
    failTo: `/dashboard?connection=${'failed' satisfies ConnectOutcome}`,
  }),
  /**
   * Asks Smartsheet whether it still accepts the connection and sends change notices. Called when a page opens, at most
   * once in a few seconds per account. If Smartsheet does not answer, that is no error.
   */
  look: endpoint('POST', '/api/smartsheet/look', {
    reply: z.object({
      /** Whether the connection or a webhook has changed. */
      hasChanged: z.boolean(),
    }),
    access: 'user',
  }),
  disconnect: endpoint('POST', '/api/smartsheet/disconnect', userAct),
  /** Help for setting up the OAuth app. Says nothing that is secret. */
  debug: endpoint('GET', '/api/debug/oauth', {
    reply: z.object({
      redirectUri: z.string(),
      scopes: z.array(z.string()),
      clientIdSet: z.boolean(),
      /** What to check, one sentence each. */
      checks: z.array(z.string()),
    }),
    access: 'public',
  }),
};

export const webhookEndpoints = {
  /**
   * Smartsheet calls this when a sheet changed, and with a challenge before that. `webhookId` is our own id of the
   * webhook: the address is registered before Smartsheet has given its id.
   * Anything but exactly 200 makes Smartsheet switch the webhook off.
   */
  smartsheet: endpoint('POST', '/api/smartsheet/callbacks/:webhookId', {
    params: z.strictObject({ webhookId: idField }),
    reply: z.object({ smartsheetHookResponse: z.string().optional() }),
    access: 'public',
    raw: 'bytes',
  }),
};
