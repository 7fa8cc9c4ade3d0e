import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { ActivePlan } from './active-plan.tsx';
import { BookedPlan } from './booked-plan.tsx';

/** The plan that was bought: booked for a later day, or active. */
export function BoughtPlan({ current, planId }: { current: CurrentSubscription; planId: number }) {
  const { next } = current;
  return next?.planId === planId ? <BookedPlan {...{ current, next }} /> : <ActivePlan current={current} />;
}
