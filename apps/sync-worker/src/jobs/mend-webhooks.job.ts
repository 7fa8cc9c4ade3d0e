import { entitlements, graceDays } from '@picksync/contracts';
import type { PrismaClient, Sealer } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { type CallbackSite, canReceiveCallbacks, SmartsheetError } from '@picksync/smartsheet-client';
import type { JobReport, Work } from '../run-job.ts';
import type { OpenClient } from '../smartsheet/account-client.ts';
import type { OwnAccount, Ownership } from '../smartsheet/account-owner.ts';
import {
  findSilentWebhooks,
  findWebhookAccount,
  findWebhooksOfOthers,
  scheduleWebhookCheck,
  updateAutomationWebhooks,
  type WebhookAccount,
} from '../store/webhooks.store.ts';
import { applyWebhookPlan } from './webhooks/apply-webhook-plan.ts';
import { webhookIdIn } from './webhooks/callback-address.ts';
import { planWebhooks } from './webhooks/webhook-plan.ts';

export type MendDeps = {
  prisma: PrismaClient;
  sealer: Sealer;
  ownAccount: OwnAccount;
  openClient: OpenClient;
  now: () => Date;
  callbacks: CallbackSite;
};

const dayMs = 24 * 60 * 60_000;

/** How long to wait for whoever is at the account. */
const lockTimeoutMs = 30_000;

/** Makes sure that exactly the sheets that should have a working webhook have one. */
export const mendWebhooks =
  (deps: MendDeps): Work<'mend-webhooks'> =>
  async ({ payload: { connectionId }, signal }) => {
    const owned = await deps.ownAccount({
      connectionId,
      waitMs: lockTimeoutMs,
      signal,
      work: (ownership) => mendAccount({ connectionId, ...ownership }, deps),
    });
    if (!owned) throw new Error('The account did not come free');
    return owned.value;
  };

/** Reads the account only now that it is ours: whoever had it before may have made what is missing. */
async function mendAccount(
  { connectionId, signal, assertOwned }: { connectionId: string } & Ownership,
  deps: MendDeps,
): Promise<JobReport> {
  const account = await findWebhookAccount(deps.prisma, connectionId);
  if (account?.connection.status !== 'connected') return { connection: connectionId, ended: 'not connected' };
  const wanted = wantedSheets(account, deps);
  // Most accounts without real-time never had a webhook: no call for them.
  const hasNothing = wanted.size === 0 && account.webhooks.length === 0;
  const report: JobReport = hasNothing
    ? { connection: connectionId, ended: 'done' }
    : await mend({ account, wanted, signal, assertOwned }, deps);
  const before = planMayEndAt(account, deps.now());
  await scheduleWebhookCheck(deps.prisma, { connectionId, before });
  return report;
}

/**
 * A webhook on the source tells of new values, one on the destination of a dropdown that was changed by hand. Where the
 * plan has no real-time, or Smartsheet could not reach this site, the 15-minute check does it alone.
 */
function wantedSheets(
  { user, connection, automations }: WebhookAccount,
  { now, callbacks }: MendDeps,
): Set<string> {
  const { realTime } = entitlements({ ...user, tier: user.subscriptionTier, now: now() });
  const mayCall = connection.scopes.includes('ADMIN_WEBHOOKS');
  if (!realTime || !mayCall || !canReceiveCallbacks(callbacks)) return new Set();
  return new Set(automations.flatMap(({ sourceSheetId, sheetId }) => [sourceSheetId, sheetId]));
}

/** Returns when the user's plan allows something else, as far as that is known; null when it will not by itself. */
function planMayEndAt({ user }: WebhookAccount, now: Date): Date | null {
  const { trialEndDate, subscriptionEndDate: end } = user;
  const times = [trialEndDate, end, end && new Date(end.getTime() + graceDays * dayMs)];
  const ahead = times.flatMap((time) => (time && time > now ? [time.getTime()] : []));
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null;
}

type Mending = { account: WebhookAccount; wanted: Set<string> } & Ownership;

async function mend({ account, wanted, signal, assertOwned }: Mending, deps: MendDeps): Promise<JobReport> {
  const { connection, webhooks: rows } = account;
  const { prisma, sealer, callbacks } = deps;
  const connectionId = connection.id;
  const client = deps.openClient({ connection, beforeCall: assertOwned });
  try {
    const remote = await client.webhooks.list({ signal });
    const { base } = callbacks;
    const named = remote.flatMap(({ callbackUrl }) => webhookIdIn(base, callbackUrl) ?? []);
    const ofOthers = await findWebhooksOfOthers(prisma, { connectionId, ids: named });
    const silent = await findSilentWebhooks(prisma, connectionId);
    const plan = planWebhooks({ wanted, rows, remote, base, ofOthers, silent });
    await applyWebhookPlan(plan, { db: prisma, client, sealer, signal, base, connectionId });
    await updateAutomationWebhooks(prisma, connectionId);
    const counts = Object.entries(plan).map(([what, list]) => [what, list.length] as const);
    return { connection: connectionId, ended: 'done', ...Object.fromEntries(counts) };
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'needs_user') throw error;
    await recordRefusal({ connection, error }, deps);
    return { connection: connectionId, ended: 'refused' };
  }
}
