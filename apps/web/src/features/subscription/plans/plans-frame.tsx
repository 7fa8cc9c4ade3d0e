import { Button } from '@picksync/ui/button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHead } from '../../../ui/page-head.tsx';
import { PlanCardsSkeleton } from './plan-cards.tsx';
import { StatusCardSkeleton } from './status-card.tsx';

/** The link back, the title, and the state of the subscription. */
export function Head({ subtitle }: { subtitle: ReactNode }) {
  return (
    <div className="grid gap-2.5">
      <Link
        to="/dashboard"
        className="justify-self-start gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <PageHead title="Subscription" subtitle={subtitle} />
    </div>
  );
}

/** The page while it is loading. */
export function PlansSkeleton() {
  return (
    <>
      <Head subtitle={<Skeleton className="h-4 w-80 max-w-full" />} />
      <Loading label="Loading your subscription" className="grid gap-4 md:gap-6">
        <StatusCardSkeleton />
        <PlanCardsSkeleton />
      </Loading>
    </>
  );
}

/** The page when it could not be loaded. */
export function PlansFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Head subtitle="It is not known right now how your subscription stands." />
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3 text-sm md:px-6"
      >
        <p className="min-w-0 flex-[1_1_16rem]">
          <span className="font-semi">Your subscription could not be loaded.</span>{' '}
          <span className="text-ink-2">Nothing about your plan has changed.</span>
        </p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </>
  );
}
