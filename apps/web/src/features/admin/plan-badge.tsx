import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import type { AdminUser } from '../../api/admin.queries.ts';
import { type PlanNames, usePlanNames } from '../../api/session.queries.ts';

type Plan = Pick<AdminUser, 'subscriptionStatus' | 'subscriptionTier'>;

/** A user's plan in a word or two. */
function planWords(
  { subscriptionStatus, subscriptionTier }: Plan,
  names: PlanNames,
): { tone: Tone; words: string } {
  const name = names[subscriptionTier];
  switch (subscriptionStatus) {
    case 'trial':
      return { tone: 'warn', words: 'Trial' };
    case 'pending':
      return { tone: 'warn', words: 'Payment pending' };
    case 'past_due':
      return { tone: 'bad', words: `${name}, unpaid` };
    case 'cancelled':
      return { tone: 'bad', words: `${name}, canceled` };
    case 'active':
      return { tone: 'good', words: name };
    default:
      return { tone: 'neutral', words: names.free };
  }
}

export function PlanBadge({ plan }: { plan: Plan }) {
  const { tone, words } = planWords(plan, usePlanNames());
  return <Badge tone={tone}>{words}</Badge>;
}
