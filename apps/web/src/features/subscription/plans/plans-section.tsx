import { Button } from '@picksync/ui/button.tsx';
import { Loading } from '@picksync/ui/skeleton.tsx';
import { usePrefetchInfiniteQuery, usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  billingDetailsQuery,
  type CurrentSubscription,
  currentQuery,
  plansQuery,
  receiptsQuery,
} from '../../../api/subscription.queries.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { BillingDetailsPanel } from '../billing-details/billed-to.tsx';
import { providerName } from '../money.ts';
import { ReceiptsPanel } from '../receipts/receipts-panel.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { PlanTable, PlanTableSkeleton } from './plan-table.tsx';
import { StatusCard, StatusCardSkeleton } from './status-card.tsx';
import { usePlanActions } from './use-plan-actions.ts';

/** The link back and the title. */
function Head() {
  return (
    <div className="grid gap-2.5">
      <Link
        to="/dashboard"
        className="justify-self-start gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <PageHead title="Subscription" />
    </div>
  );
}

/** The page while it is loading. */
function PlansSkeleton() {
  return (
    <>
      <Head />
      <Loading label="Loading your subscription" className="grid gap-4 md:gap-6">
        <StatusCardSkeleton />
        <PlanTableSkeleton />
      </Loading>
    </>
  );
}

const bar =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 text-sm md:px-6';

/** The page when it could not be loaded. */
function PlansFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Head />
      <div role="alert" className={`${bar} py-3`}>
        <p className="min-w-0 flex-[1_1_16rem]">
          <span className="font-semi">Your subscription could not be loaded.</span>{' '}
          <span className="text-ink-2">Nothing about your plan has changed.</span>
        </p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </>
  );
}

type PendingNoticeProps = { current: CurrentSubscription; onContinue: (planId: number) => () => void };

/**
 * A notice about a payment page that was opened and not paid: nothing was charged, and the payment can be continued.
 */
function PendingNotice({ current: { pending }, onContinue }: PendingNoticeProps) {
  if (!pending || pending.isApproved) return null;
  return (
    <div className={`${bar} py-2.5`}>
      <p className="min-w-0 flex-[1_1_16rem] text-pretty">
        You began to pay for {pending.planName} with {providerName(pending.payment_provider)} and did not
        finish. Nothing was charged.
      </p>
      <Button onClick={onContinue(pending.planId)}>Continue</Button>
    </div>
  );
}

/** The page once the subscription is loaded. */
function LoadedPlans({ checkout }: { checkout: ReactNode }) {
  const { data: plans } = useSuspenseQuery(plansQuery);
  const { data: current } = useSuspenseQuery(currentQuery.onPage);
  const [isCancelling, setCancelling] = useState(false);
  const actions = usePlanActions(() => setCancelling(true));
  return (
    <>
      <Head />
      <StatusCard {...{ current, plans, actions }} />
      <PendingNotice current={current} onContinue={actions.checkOut} />
      <PlanTable {...{ plans, current, actions }} />
      <ReceiptsPanel lastPayment={current.lastPayment} />
      <BillingDetailsPanel />
      {isCancelling && <CancelDialog {...{ current, plans }} onClose={() => setCancelling(false)} />}
      {checkout}
    </>
  );
}

/** The subscription, the plans, and the receipts. `checkout` floats above it. */
export function PlansSection({ checkout }: { checkout: ReactNode }) {
  // Loaded at the same time rather than one after the other.
  usePrefetchQuery(plansQuery);
  usePrefetchQuery(currentQuery.onPage);
  usePrefetchQuery(billingDetailsQuery);
  usePrefetchInfiniteQuery(receiptsQuery);
  return (
    <PanelBoundary skeleton={<PlansSkeleton />} failure={(retry) => <PlansFailure onRetry={retry} />}>
      <LoadedPlans checkout={checkout} />
    </PanelBoundary>
  );
}
