import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currentQuery, plansQuery } from '../../../api/subscription.queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanPanels } from './plan-panels.tsx';
import { planSubtitle } from './plan-subtitle.ts';
import { Head } from './plans-frame.tsx';
import { StatusCard } from './status-card.tsx';
import { usePlanActions } from './use-plan-actions.ts';

/** The page once the subscription is loaded. */
export function LoadedPlans({ checkout }: { checkout: ReactNode }) {
  const { data: plans } = useSuspenseQuery(plansQuery);
  const { data: current } = useSuspenseQuery(currentQuery.onPage);
  const [isCancelling, setCancelling] = useState(false);
  const actions = usePlanActions(() => setCancelling(true));
  return (
    <>
      <Head subtitle={planSubtitle(current)} />
      <StatusCard {...{ current, plans, actions }} />
      <PendingNotice current={current} onContinue={actions.checkOut} />
      <PlanCards {...{ plans, current, actions }} />
      <PlanPanels actions={actions} />
      {isCancelling && <CancelDialog {...{ current, plans }} onClose={() => setCancelling(false)} />}
      {checkout}
    </>
  );
}
