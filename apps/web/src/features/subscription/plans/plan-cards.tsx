import { countConfigurations } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatPrice, perCycle } from '../money.ts';
import { PlanAction } from './plan-buttons.tsx';
import { planOffer } from './plan-offer.ts';
import type { PlanActions } from './use-plan-actions.ts';

/** Two plans side by side, three or one; an administrator may offer more. */
const grid =
  'grid overflow-hidden rounded-lg border border-line bg-surface @columns:grid-flow-col @columns:auto-cols-fr @max-columns:divide-y @columns:divide-x divide-line';

type PlanCardsProps = { plans: readonly Plan[]; current: CurrentSubscription; actions: PlanActions };

/** All plans side by side, each with its action. */
export function PlanCards({ plans, current, actions }: PlanCardsProps) {
  return (
    <section
      aria-label="Plans"
      id="plans"
      tabIndex={-1}
      className="@container scroll-mt-4 rounded-lg outline-none"
    >
      <h2 className="sr-only">Plans</h2>
      <ul className={grid}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} current={current} actions={actions} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the features without the number of configurations, which is shown first anyway. */
function otherFeatures({ features, maxConfigurations }: Plan): string[] {
  const said = countConfigurations(maxConfigurations);
  return features.filter((feature) => feature.toLowerCase() !== said);
}

function PlanCard({ plan, current, actions }: { plan: Plan } & Omit<PlanCardsProps, 'plans'>) {
  const titleId = useId();
  const offer = planOffer(plan, current);
  const isOwn = offer.is === 'current' && plan.tier !== 'free';
  const tierSaysMore = plan.tier !== plan.name.toLowerCase();
  return (
    <li
      aria-labelledby={titleId}
      className={cx(
        'flex flex-col gap-4 p-5 md:p-6',
        isOwn &&
          'bg-linear-to-b from-accent-soft to-transparent to-[120px] shadow-[inset_0_3px_var(--accent)]',
      )}
    >
      <div className="grid gap-0.5">
        <div className="flex min-h-6 items-center justify-between gap-2">
          <h3 id={titleId} className="min-w-0 text-lg font-bold tracking-[-0.008em] break-words">
            {plan.name}
          </h3>
          {plan.isPopular && <Badge tone="accent">Popular</Badge>}
        </div>
        {tierSaysMore && <p className="text-xs text-ink-2 first-letter:uppercase">{plan.tier} tier</p>}
        {plan.description && <p className="text-xs text-pretty text-ink-2">{plan.description}</p>}
      </div>
      <p className="tabular flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-[1.875rem]/[1.1] font-bold tracking-[-0.03em]">
          {formatPrice(plan.price, plan.currency)}
        </span>
        <span className="text-sm text-ink-2">{perCycle(plan.billingCycle)}</span>
        {plan.priceNote && <span className="w-full text-xs text-ink-2">{plan.priceNote}</span>}
      </p>
      <ul className="grid flex-1 content-start gap-[7px]">
        {[countConfigurations(plan.maxConfigurations), ...otherFeatures(plan)].map((feature, place) => (
          <li key={feature} className={cx('flex gap-2.5', place === 0 && 'font-semi')}>
            <Check aria-hidden="true" className="mt-[3px] size-4 shrink-0 text-accent" />
            <span className="min-w-0 break-words">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 grid min-h-8.5 items-center">
        <PlanAction plan={plan} offer={offer} actions={actions} />
      </div>
    </li>
  );
}

const shapes = ['a', 'b', 'c'];

export function PlanCardsSkeleton() {
  return (
    <div className="@container">
      <div className={grid}>
        {shapes.map((shape) => (
          <div key={shape} className="grid content-start gap-4 p-5 md:p-6">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-8 w-32" />
            <div className="grid min-h-[132px] content-start gap-3 pt-1">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="h-3.5 w-32" />
            </div>
            <Skeleton className="h-8.5 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
