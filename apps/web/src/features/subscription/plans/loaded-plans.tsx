import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currentQuery, plansQuery } from '../../../api/subscription.queries.ts';
import { ReceiptsPanel } from '../receipts/receipts-panel.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CurrentPanel } from './current-panel.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { PlanCards } from './plan-cards.tsx';
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
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <CurrentPanel actions={actions} />
          <ReceiptsPanel />
        </div>
      </div>
      {isCancelling && <CancelDialog {...{ current, plans }} onClose={() => setCancelling(false)} />}
      {checkout}
    </>
  );
}
