import { subscriptionEndpoints } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { type CurrentSubscription, currentQuery, useRefreshPlan } from '../../../api/subscription.queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { openedHere } from '../../../ui/use-close-dialog.ts';
import { activationPoll, toSubscriptionState } from '../subscription-state.ts';

/** The actions of the plans page. */
export type PlanActions = {
  /** Opens the checkout of a plan. */
  checkOut: (planId: number) => () => void;
  resume: () => void;
  isResuming: boolean;
  askToCancel: () => void;
};

/** Returns the actions of the plans page. `onCancel` opens the question before a cancellation. */
export function usePlanActions(onCancel: () => void): PlanActions {
  const navigate = useNavigate();
  const refresh = useRefreshPlan();
  const resuming = useAction({
    send: () => call(subscriptionEndpoints.resume, {}),
    onDone: ({ message }) => showToast({ title: 'Subscription resumed', description: message }),
    failure: { title: 'Not resumed', text: 'Your subscription could not be resumed. Please try again.' },
    refresh,
  });
  return {
    checkOut: (planId) => () =>
      void navigate({
        to: '/subscription',
        search: { checkout: planId },
        state: openedHere,
        resetScroll: false,
      }),
    resume: () => resuming.run(),
    isResuming: resuming.isPending,
    askToCancel: onCancel,
  };
}

/** Polls while a payment is being activated, as the page after paying does, and shows a message when it is done. */
export function useActivation(current: CurrentSubscription): void {
  const refresh = useRefreshPlan();
  const isActivating = toSubscriptionState(current).is === 'activating';
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
      if (toSubscriptionState(current).is === 'active')
        showToast({ title: 'Subscription Active', description: `You are on ${current.plan?.name}.` });
    }
    wasActivating.current = isActivating;
  }, [isActivating, current, refresh]);
}
