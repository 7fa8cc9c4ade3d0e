import {
  AppError,
  entitlements,
  findAdvancedSettings,
  type PlanEffects,
  type SubscriptionTier,
  supportedSettings,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { type ActiveAutomation, findInUse, type InUse } from './plans.store.ts';

/** How many automations are named. */
const mostNamed = 100;

/**
 * Returns what a plan would mean for what a user has now: which automations would be paused, which would wait for
 * settings that it lacks to be removed, and what would stop. Throws `not_found` for a plan that does not exist.
 */
export async function readPlanEffects(
  context: Context,
  { userId, planId }: { userId: string; planId: number },
): Promise<PlanEffects> {
  const plan = await context.db.plan.findUnique({ where: { id: planId } });
  if (!plan) throw new AppError('not_found');
  const inUse = await findInUse(context.db, { userId, at: context.now() });
  return getEffects({ tier: plan.tier, limit: plan.configsLimit }, inUse);
}

/** Returns what a plan with this limit means for what is in use. */
export function getEffects(
  { tier, limit }: { tier: SubscriptionTier; limit: number },
  { automations, apiKeys, outgoingWebhooks }: InUse,
): PlanEffects {
  const allowed = getEntitlements(tier);
  const surplus = Math.max(0, automations.length - limit);
  // The newest come first, as they are paused.
  const [paused, going] = [automations.slice(0, surplus), automations.slice(surplus)];
  const waiting = allowed.advancedAutomation ? [] : going.filter(hasAdvanced);
  const named = [
    ...paused.map(({ id, name }) => ({ id, name, effect: 'paused' as const })),
    ...waiting.map(({ id, name }) => ({ id, name, effect: 'waits' as const })),
  ];
  return {
    limit,
    active: automations.length,
    willPause: paused.length,
    willWait: waiting.length,
    automations: named.slice(0, mostNamed),
    apiKeys: allowed.apiKeys ? 0 : apiKeys,
    outgoingWebhooks: allowed.outgoingWebhooks ? 0 : outgoingWebhooks,
    losesRealTime: !allowed.realTime,
  };
}

function getEntitlements(tier: SubscriptionTier) {
  const never = { trialEndDate: null, maxConfigurations: 0 };
  const nothing = { nextTier: null, nextStartsAt: null, nextEndsAt: null };
  const subscriptionStatus = tier === 'free' ? 'free' : 'active';
  return entitlements({ ...never, ...nothing, tier, subscriptionStatus, now: new Date(0) });
}

/** One that a newer version has saved says nothing about itself. */
function hasAdvanced(automation: ActiveAutomation): boolean {
  const settings = supportedSettings(automation);
  return settings !== null && findAdvancedSettings(settings).length > 0;
}
