import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  billingDetailsQuery,
  currentQuery,
  plansQuery,
  receiptsQuery,
} from '../../../api/subscription.queries.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { LoadedPlans } from './loaded-plans.tsx';
import { PlansFailure, PlansSkeleton } from './plans-frame.tsx';

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
