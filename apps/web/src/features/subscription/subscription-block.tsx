import type { User } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { Link } from '@tanstack/react-router';
import { type PlanNames, useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { formatDay } from '../../ui/dates.ts';
import { useTrialEnd } from './use-trial-end.ts';

const badges: Record<User['subscriptionStatus'], { tone: Tone; word: string }> = {
  trial: { tone: 'warn', word: 'Trial' },
  active: { tone: 'good', word: 'Active' },
  past_due: { tone: 'warn', word: 'Past due' },
  pending: { tone: 'neutral', word: 'Pending' },
  scheduled: { tone: 'neutral', word: 'Booked' },
  cancelled: { tone: 'bad', word: 'Canceled' },
  expired: { tone: 'neutral', word: 'Expired' },
  free: { tone: 'neutral', word: 'Free' },
};

function isTrial({ subscriptionStatus, trialEndDate }: User): boolean {
  return (
    subscriptionStatus === 'trial' ||
    (subscriptionStatus === 'pending' && trialEndDate !== null && new Date(trialEndDate) > new Date())
  );
}

/** A trial has the features of Basic, also while the first payment is under way. */
function tierName(user: User, names: PlanNames): string {
  return isTrial(user) ? `${names.basic} features` : `${names[user.subscriptionTier]} plan`;
}

/** The user's plan and trial, in the sidebar. `replace`: the link takes the place of the current entry. */
export function SubscriptionBlock({ replace }: { replace: boolean }) {
  const { user } = useAuthStatus();
  const names = usePlanNames();
  useTrialEnd(user);
  if (!user) return null;
  const manage = (
    <Link
      to="/subscription"
      replace={replace}
      className={`${buttonClass({ size: 'sm', variant: 'quiet' })} -mr-2 h-[22px]!`}
    >
      Manage
    </Link>
  );
  const { tone, word } = badges[user.subscriptionStatus];
  return (
    <SideBlock title="Subscription Status" aside={manage}>
      <div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p>{tierName(user, names)}</p>
      {user.subscriptionStatus === 'trial' && user.trialEndDate && (
        <p className="text-xs text-ink-3">Trial ends on {formatDay(user.trialEndDate)}</p>
      )}
    </SideBlock>
  );
}
