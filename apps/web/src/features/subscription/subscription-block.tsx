import type { User } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { authStatusQuery, type PlanNames, useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { formatDay } from '../../ui/dates.ts';

/** The longest time that a browser's timer can hold. */
const maxTimerMs = 2 ** 31 - 1;
/** When to read the status again if the browser's clock runs ahead: the server's clock decides. */
const retryMs = 5 * 60_000;

function getTrialEnd(user: User | null | undefined): number | null {
  return user?.subscriptionStatus === 'trial' && user.trialEndDate
    ? new Date(user.trialEndDate).getTime()
    : null;
}

/** Reads the session again when the user's trial ends, and then everything that depends on the plan. */
function useTrialEnd(user: User | null | undefined): void {
  const queryClient = useQueryClient();
  const endsAt = getTrialEnd(user);
  const wasTrial = useRef(false);

  useEffect(() => {
    if (endsAt === null) return;
    let timer = 0;
    const wait = (ms: number) => {
      timer = window.setTimeout(readAnew, Math.min(ms, maxTimerMs));
    };
    const readAnew = () => {
      const left = endsAt - Date.now();
      if (left <= 0) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      wait(left > 0 ? left : retryMs);
    };
    wait(Math.max(endsAt - Date.now(), 0));
    return () => window.clearTimeout(timer);
  }, [endsAt, queryClient]);

  useEffect(() => {
    if (wasTrial.current && endsAt === null) void queryClient.invalidateQueries();
    wasTrial.current = endsAt !== null;
  }, [endsAt, queryClient]);
}

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

/**
 * The user's plan and trial, in the sidebar. `replace`: the link takes the place of the current entry. `hidden`: the page says
 * it itself; the end of a trial is still noticed.
 */
export function SubscriptionBlock({ replace, hidden }: { replace: boolean; hidden: boolean }) {
  const { user } = useAuthStatus();
  const names = usePlanNames();
  useTrialEnd(user);
  if (!user || hidden) return null;
  const manage = (
    <Link
      to="/subscription"
      replace={replace}
      className={`${buttonClass({ size: 'sm', variant: 'quiet' })} -me-2 h-[22px]!`}
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
