import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type CurrentSubscription, currentQuery, useRefreshPlan } from '../../../api/subscription.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { activationPoll } from '../activation-poll.ts';
import { getStanding } from '../standing.ts';

/** Polls while a payment is being activated, as the page after paying does, and shows a message when it is done. */
export function useActivation(current: CurrentSubscription): void {
  const refresh = useRefreshPlan();
  const isActivating = getStanding(current).is === 'activating';
  const wasActivating = useRef(isActivating);
  const polls = useRef(0);
  useQuery({
    ...currentQuery.onPage,
    enabled: isActivating,
    refetchInterval: () => {
      polls.current += 1;
      return polls.current > activationPoll.most ? false : activationPoll.everyMs;
    },
  });
  useEffect(() => {
    if (wasActivating.current && !isActivating) {
      void refresh();
      if (getStanding(current).is === 'active')
        showToast({ title: 'Subscription Active', description: `You are on ${current.plan?.name}.` });
    }
    wasActivating.current = isActivating;
  }, [isActivating, current, refresh]);
}
