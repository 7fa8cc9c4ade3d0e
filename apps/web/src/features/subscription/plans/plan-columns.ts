import { formatNumber, type SubscriptionTier, tierFeatures } from '@picksync/contracts';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDayOfYear } from '../../../ui/dates.ts';
import { formatPrice, perCycle } from '../money.ts';
import { findPaidPlan } from '../subscription-state.ts';

/** What somebody has, or one plan that can be had. `plan` is null for the trial, which cannot be bought. */
export type PlanColumn = {
  key: string;
  name: string;
  /** The tier, where the name of the plan does not say it. */
  tierName: string | null;
  description: string | null;
  price: string;
  /** What stands beside the price, as in `per month`. */
  pricedBy: string;
  isPopular: boolean;
  /** Whether it is what the user has now. */
  isOwn: boolean;
  plan: Plan | null;
};

/** `isMore`: more than what the user has now. */
export type PlanCell = { value: string | boolean; isMore: boolean };
export type PlanRow = { label: string; detail?: string; cells: PlanCell[] };

type Compared = { column: PlanColumn; tier: SubscriptionTier; limit: number; features: readonly string[] };

const tierOrder: SubscriptionTier[] = ['free', 'basic', 'premium'];

function toColumn(plan: Plan, isOwn: boolean): Compared {
  const { tier, name, description, price, currency, billingCycle, priceNote, isPopular } = plan;
  return {
    column: {
      key: String(plan.id),
      name,
      tierName: tier === name.toLowerCase() ? null : tier,
      description: description || null,
      price: formatPrice(price, currency),
      pricedBy: [perCycle(billingCycle), priceNote].filter(Boolean).join(' '),
      isPopular,
      isOwn,
      plan,
    },
    tier,
    limit: plan.maxConfigurations,
    features: plan.features,
  };
}

function trialColumn({ trial, configsAvailable }: CurrentSubscription, plans: readonly Plan[]): Compared {
  const basic = plans.find(({ tier }) => tier === 'basic');
  const until = trial.endsAt ? `until ${formatDayOfYear(trial.endsAt)}` : 'for now';
  return {
    column: {
      key: 'trial',
      name: 'Trial',
      tierName: null,
      description: null,
      price: formatPrice(0, basic?.currency ?? 'USD'),
      pricedBy: until,
      isPopular: false,
      isOwn: true,
      plan: null,
    },
    tier: 'basic',
    limit: configsAvailable,
    features: basic?.features ?? [],
  };
}

/** Returns what the plans stand for, side by side, what the user has marked as such: a trial stands before the plans. */
export function comparePlans(
  plans: readonly Plan[],
  current: CurrentSubscription,
): { columns: PlanColumn[]; rows: PlanRow[] } {
  const own = findPaidPlan(current);
  const isOnTrial = !own && current.trial.isActive;
  const isOwn = (plan: Plan) => !isOnTrial && (own ? plan.id === own.id : plan.tier === 'free');
  const compared = [
    ...(isOnTrial ? [trialColumn(current, plans)] : []),
    ...plans.map((plan) => toColumn(plan, isOwn(plan))),
  ];
  return { columns: compared.map(({ column }) => column), rows: toRows(compared) };
}

type RowRule = {
  label: string;
  detail?: string;
  read: (plan: Compared) => { value: string | boolean; rank: number };
};

function yesOrNo(is: boolean) {
  return { value: is, rank: Number(is) };
}

const supportKinds = ['Email', 'Priority', '24/7'];
/** The server writes the limit of the plan there. */
const limitText = /^\S+ configurations?$/i;
const supportText = /^(.+) support$/i;

/** Returns the best support that a plan or a smaller one names. */
function support({ tier }: Compared, all: readonly Compared[]) {
  const included = all.filter((other) => tierOrder.indexOf(other.tier) <= tierOrder.indexOf(tier));
  const named = included.flatMap(({ features }) =>
    features.flatMap((feature) => supportText.exec(feature)?.[1] ?? []),
  );
  const ranks = named.map((kind) =>
    supportKinds.findIndex((known) => known.toLowerCase() === kind.toLowerCase()),
  );
  const rank = Math.max(-1, ...ranks);
  return { value: supportKinds[rank] ?? named.at(-1) ?? false, rank };
}

function knownRules(all: readonly Compared[]): RowRule[] {
  return [
    { label: 'Configurations', read: ({ limit }) => ({ value: formatNumber(limit), rank: limit }) },
    { label: 'Basic sync', detail: 'checked every 15 minutes', read: () => yesOrNo(true) },
    { label: 'Real-time sync', read: ({ tier }) => yesOrNo(tierFeatures[tier].realTime) },
    { label: 'Support', read: (plan) => support(plan, all) },
    {
      label: 'Activity logs',
      read: ({ tier }) =>
        tierFeatures[tier].fullActivityLog ? { value: '90 days', rank: 1 } : { value: '8 entries', rank: 0 },
    },
    {
      label: 'Advanced automation',
      detail: 'filters, splitting, labels',
      read: ({ tier }) => yesOrNo(tierFeatures[tier].advancedAutomation),
    },
    {
      label: 'Custom integrations',
      detail: 'outgoing webhooks',
      read: ({ tier }) => yesOrNo(tierFeatures[tier].outgoingWebhooks),
    },
    { label: 'API access', read: ({ tier }) => yesOrNo(tierFeatures[tier].apiKeys) },
  ];
}

/** Returns a row for each feature that an administrator wrote and no rule knows. */
function writtenRules(all: readonly Compared[]): RowRule[] {
  const known = new Set(knownRules(all).map(({ label }) => label.toLowerCase()));
  const isWritten = (feature: string) =>
    !known.has(feature.toLowerCase()) && !supportText.test(feature) && !limitText.test(feature);
  const labels = new Set(all.flatMap(({ features }) => features.filter(isWritten)));
  return [...labels].map((label) => ({ label, read: ({ features }) => yesOrNo(features.includes(label)) }));
}

function toRows(all: readonly Compared[]): PlanRow[] {
  const ownPlace = all.findIndex(({ column }) => column.isOwn);
  return [...knownRules(all), ...writtenRules(all)].map(({ label, detail, read }) => {
    const found = all.map(read);
    const own = found[ownPlace]?.rank ?? 0;
    return {
      label,
      ...(detail && { detail }),
      cells: found.map(({ value, rank }) => ({ value, isMore: rank > own })),
    };
  });
}

/** Returns which plan is compared with one's own where there is room for two: the next larger one, or the largest other. */
export function firstCompared(columns: readonly PlanColumn[]): string | undefined {
  const others = columns.filter(({ isOwn }) => !isOwn);
  const ownPlace = columns.findIndex(({ isOwn }) => isOwn);
  const later = columns.slice(ownPlace + 1).filter(({ plan }) => plan?.tier !== 'free');
  const chosen = later.find(({ isPopular }) => isPopular) ?? later[0] ?? others.at(-1);
  return chosen?.key;
}
