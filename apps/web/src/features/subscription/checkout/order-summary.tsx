import { countConfigurations } from '@picksync/contracts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan, Quote } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { formatPrice } from '../money.ts';
import { isContained, taxRows } from '../tax-rows.ts';
import { afterwardsText } from './checkout-texts.ts';

type OrderSummaryProps = {
  plan: Plan;
  quote: Quote | undefined;
  /** Whether the agreement beside it says what is paid on which day. */
  isByDays: boolean;
  /** The code that was applied. */
  coupon: string | null;
  onRemoveCoupon: () => void;
  /** Where a coupon is typed; below the lines. */
  children: ReactNode;
};

function listFeatures({ maxConfigurations, features }: Plan): string {
  return [countConfigurations(maxConfigurations), ...features.slice(0, 5)]
    .filter(
      (feature, place, all) =>
        all.findIndex((other) => other.toLowerCase() === feature.toLowerCase()) === place,
    )
    .join(', ');
}

function Line({ term, amount, note }: { term: ReactNode; amount: string; note?: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0 break-words">
        {term}
        {note && <span className="block text-xs font-normal text-ink-2">{note}</span>}
      </dt>
      <dd className="tabular shrink-0">{amount}</dd>
    </div>
  );
}

function CouponMark({ code, onRemove }: { code: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-[200px] items-center gap-1 rounded-sm bg-good-soft ps-2 text-xs font-semi text-good">
      <span className="truncate">{code}</span>
      <button
        type="button"
        aria-label={`Remove coupon ${code}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-sm hover:text-ink"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  );
}

/** Returns whether nothing is paid before a later day. The first period of a booked plan can be paid ahead by link. */
function isLater({ startsAt, kind }: Quote): boolean {
  return startsAt !== null && kind !== 'renewal';
}

/** The price today, line by line, and the price later. */
export function OrderSummary(props: OrderSummaryProps) {
  const { plan, quote, isByDays, coupon, onRemoveCoupon, children } = props;
  const currency = quote?.currency ?? plan.currency;
  const afterwards = quote && afterwardsText({ plan, quote });
  const reductions = quote?.lines.filter(({ kind }) => kind !== 'plan') ?? [];
  const regular = quote?.lines.find(({ kind }) => kind === 'plan')?.amount ?? plan.price;
  return (
    <section aria-labelledby="order-summary" className="grid content-start gap-3.5">
      <h3 id="order-summary" className="text-sm font-semi">
        Order summary
      </h3>
      <dl className="grid gap-2.5 text-sm">
        <Line
          term={<span className="font-semi">{plan.name}</span>}
          note={listFeatures(plan)}
          amount={formatPrice(regular, currency)}
        />
        {reductions.map(({ kind, label, amount }) => (
          <Line
            key={label}
            term={kind === 'coupon' ? <CouponMark code={coupon ?? label} onRemove={onRemoveCoupon} /> : label}
            amount={formatAmount(amount, currency)}
          />
        ))}
      </dl>
      {children}
      <dl className="grid gap-2 border-t border-edge pt-3 text-sm">
        <div className="flex items-baseline justify-between gap-3 text-lg font-bold">
          <dt>Total today</dt>
          <dd className="tabular text-xl tracking-[-0.02em]" aria-live="polite">
            {quote ? (
              formatAmount(isLater(quote) ? 0 : quote.total, currency)
            ) : (
              <Skeleton className="h-5.5 w-16" />
            )}
          </dd>
        </div>
        {quote?.startsAt && isLater(quote) && !isByDays && (
          <Line
            term={`On ${formatDay(quote.startsAt)}, when ${plan.name} starts`}
            amount={formatAmount(quote.total, currency)}
          />
        )}
        {quote?.tax &&
          isContained(quote.tax) &&
          taxRows(quote.tax).map(({ label, amount }) => (
            <Line
              key={label}
              term={<span className="text-ink-2">{label}</span>}
              amount={formatAmount(amount, currency)}
            />
          ))}
        {quote?.taxNote && (
          <div className="text-xs text-pretty text-ink-2">
            <dt className="sr-only">About the tax</dt>
            <dd>{quote.taxNote}</dd>
          </div>
        )}
        {!isByDays && (
          <div className="flex min-h-5 justify-between gap-3 text-ink-2">
            <dt>{afterwards?.term ?? <Skeleton className="h-4 w-24" />}</dt>
            <dd className="tabular text-end">{afterwards?.amount ?? <Skeleton className="h-4 w-24" />}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
