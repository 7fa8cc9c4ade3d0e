import { expect, test } from 'vitest';
import { findTransition, subscriptionCauses, subscriptionStates } from './change-subscription.ts';

const reachable = (from: string, to: string) => `${from} → ${to}`;

test('the table is exactly this', () => {
  const table = subscriptionStates.flatMap((from) =>
    subscriptionCauses.flatMap((cause) => {
      const transition = findTransition(from, cause);
      return transition ? [`${from} × ${cause} → ${transition.to} (${transition.change})`] : [];
    }),
  );
  expect(table).toEqual([
    'pending × scheduled → scheduled (scheduled)',
    'pending × paid → active (activated)',
    'scheduled × begun → active (activated)',
    'scheduled × dropped → expired (unscheduled)',
    'active × paid → active (renewed)',
    'active × payment_missing → past_due (past_due)',
    'active × cancelled → cancelled (cancelled)',
    'active × over → expired (ended)',
    'active × refunded → expired (ended)',
    'active × replaced → expired (replaced)',
    'past_due × paid → active (recovered)',
    'past_due × cancelled → expired (ended)',
    'past_due × over → expired (ended)',
    'past_due × refunded → expired (ended)',
    'past_due × replaced → expired (replaced)',
    'cancelled × paid → cancelled (renewed)',
    'cancelled × resumed → active (resumed)',
    'cancelled × over → expired (ended)',
    'cancelled × refunded → expired (ended)',
    'cancelled × replaced → expired (replaced)',
  ]);
});

test('no transition leads out of the end or back to the beginning', () => {
  const steps = subscriptionStates.flatMap((from) =>
    subscriptionCauses.flatMap((cause) => {
      const to = findTransition(from, cause)?.to;
      return to ? [reachable(from, to)] : [];
    }),
  );
  expect(steps.filter((step) => step.startsWith('expired →') || step.endsWith('→ pending'))).toEqual([]);
});
