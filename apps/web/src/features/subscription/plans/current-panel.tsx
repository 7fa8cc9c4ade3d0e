import { paymentProviderLabels } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentQuery, plansQuery } from '../../../api/subscription.queries.ts';
import { LastPayment } from '../last-payment.tsx';
import { toSubscriptionState } from '../subscription-state.ts';
import { panelFacts } from './panel-facts.ts';
import { ResumeButton } from './plan-buttons.tsx';
import type { PlanActions } from './use-plan-actions.ts';

const looks = {
  neutral: 'bg-sunken text-ink-2',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 text-right font-medium break-words">{children}</dd>
    </div>
  );
}

function showPlans(): void {
  const plans = document.getElementById('plans');
  plans?.scrollIntoView({ block: 'start' });
  plans?.focus({ preventScroll: true });
}

/** The present subscription, and the button to cancel it. */
export function CurrentPanel({ actions }: { actions: PlanActions }) {
  const { data: current } = useSuspenseQuery(currentQuery.inPanel);
  const { data: plans } = useSuspenseQuery(plansQuery);
  const { badge, plan, renewal, notice } = panelFacts(current, plans);
  const { lastPayment } = current;
  const state = toSubscriptionState(current);
  const { is } = state;
  const movableTo = current.subscription?.movableTo;
  return (
    <section
      aria-labelledby="current-subscription"
      className="flex flex-col gap-3.5 rounded-lg border border-line bg-surface px-4 py-4 md:px-5"
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 id="current-subscription" className="text-lg font-bold tracking-[-0.008em]">
          Current Subscription
        </h2>
        <Badge tone={badge.tone}>{badge.word}</Badge>
      </div>
      <dl className="grid gap-2 text-sm">
        <Row term="Plan">{plan}</Row>
        <Row term="Configurations">
          {current.configsUsed} of {current.configsAvailable}
        </Row>
        <Row term="Renewal date">{renewal}</Row>
        {lastPayment && (
          <Row term="Last payment">
            <LastPayment payment={lastPayment} />
          </Row>
        )}
      </dl>
      {notice && (
        <div className={cx('grid gap-0.5 rounded-md px-3 py-2.5 text-sm', looks[notice.tone])}>
          {notice.title && <p className="font-semi">{notice.title}</p>}
          <p className={cx('text-pretty', notice.title && 'text-ink')}>{notice.text}</p>
        </div>
      )}
      <div className="mt-auto grid gap-2">
        {state.is === 'active' && movableTo && (
          <Button variant="quiet" onClick={actions.checkOut(state.plan.id)}>
            Pay with {paymentProviderLabels[movableTo]} instead
          </Button>
        )}
        {(is === 'active' || (is === 'trial' && current.next)) && (
          <Button className="text-bad!" onClick={actions.askToCancel}>
            Cancel Subscription
          </Button>
        )}
        {is === 'cancelled' && current.subscription?.canResume && <ResumeButton actions={actions} />}
        {(is === 'trial' || is === 'free') && !current.next && (
          <Button onClick={showPlans}>Choose a plan</Button>
        )}
      </div>
    </section>
  );
}
