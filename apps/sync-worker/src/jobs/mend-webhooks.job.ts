import { entitlements } from '@picksync/contracts';
import type { PrismaClient, Sealer } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { SmartsheetError } from '@picksync/smartsheet-client';
import type { JobReport, Work } from '../run-job.ts';
import type { OpenClient } from '../smartsheet/account-client.ts';
import type { OwnAccount, Ownership } from '../smartsheet/account-owner.ts';
import {
  findWebhookAccount,
  findWebhooksOfOthers,
  tellAutomations,
  type WebhookAccount,
} from '../store/webhooks.store.ts';
import { isDeliverable, webhookIdIn } from './webhooks/callback-address.ts';
import { carryOutWebhookPlan } from './webhooks/carry-out-webhook-plan.ts';
import { planWebhooks } from './webhooks/webhook-plan.ts';

export type MendParts = {
  prisma: PrismaClient;
  sealer: Sealer;
  ownAccount: OwnAccount;
  openClient: OpenClient;
  now: () => Date;
  /** Where Smartsheet is told to send callbacks, and whether a local stand-in sends them. */
  callbacks: { base: string; isStandIn: boolean };
};

/** How long to wait for whoever is at the account. */
const patienceMs = 30_000;

/** Sees to it that exactly the sheets that should have a working webhook have one. */
export const mendWebhooks =
  (parts: MendParts): Work<'mend-webhooks'> =>
  async ({ payload: { connectionId }, signal }) => {
    const owned = await parts.ownAccount({
      connectionId,
      waitMs: patienceMs,
      signal,
      work: (ownership) => mendAccount({ connectionId, ...ownership }, parts),
    });
    if (!owned) throw new Error('The account did not come free');
    return owned.value;
  };

/** Reads the account only now that it is ours: whoever had it before may have made what is missing. */
async function mendAccount(
  { connectionId, signal, assertOwned }: { connectionId: string } & Ownership,
  parts: MendParts,
): Promise<JobReport> {
  const account = await findWebhookAccount(parts.prisma, connectionId);
  if (account?.connection.status !== 'connected') return { connection: connectionId, ended: 'not connected' };
  const wanted = wantedSheets(account, parts);
  // Most accounts without real-time never had a webhook: no call for them.
  if (wanted.size === 0 && account.webhooks.length === 0) return { connection: connectionId, ended: 'done' };
  return mend({ account, wanted, signal, assertOwned }, parts);
}

/**
 * A webhook on the source tells of new values, one on the destination of a dropdown that was changed by hand. Where the
 * plan has no real-time, or Smartsheet could not reach this site, the 15-minute check does it alone.
 */
function wantedSheets(
  { user, connection, automations }: WebhookAccount,
  { now, callbacks }: MendParts,
): Set<string> {
  const { realTime } = entitlements({ ...user, tier: user.subscriptionTier, now: now() });
  const mayCall = connection.scopes.includes('ADMIN_WEBHOOKS');
  if (!realTime || !mayCall || !isDeliverable(callbacks)) return new Set();
  return new Set(automations.flatMap(({ sourceSheetId, sheetId }) => [sourceSheetId, sheetId]));
}

type Mending = { account: WebhookAccount; wanted: Set<string> } & Ownership;

async function mend({ account, wanted, signal, assertOwned }: Mending, parts: MendParts): Promise<JobReport> {
  const { connection, webhooks: rows } = account;
  const { prisma, sealer, callbacks } = parts;
  const connectionId = connection.id;
  const client = parts.openClient({ connection, beforeCall: assertOwned });
  try {
    const remote = await client.webhooks.list({ signal });
    const { base } = callbacks;
    const named = remote.flatMap(({ callbackUrl }) => webhookIdIn(base, callbackUrl) ?? []);
    const ofOthers = await findWebhooksOfOthers(prisma, { connectionId, ids: named });
    const plan = planWebhooks({ wanted, rows, remote, base, ofOthers });
    await carryOutWebhookPlan(plan, { db: prisma, client, sealer, signal, base, connectionId });
    await tellAutomations(prisma, connectionId);
    const counts = Object.entries(plan).map(([what, list]) => [what, list.length] as const);
    return { connection: connectionId, ended: 'done', ...Object.fromEntries(counts) };
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'needs_user') throw error;
    await recordRefusal({ connection, error }, parts);
    return { connection: connectionId, ended: 'refused' };
  }
}
