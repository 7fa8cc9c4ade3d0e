import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CurrentSubscription,
  currentQuery,
  type Plan,
  plansQuery,
} from '../../../api/subscription.queries.ts';
import { BuyPanel } from './buy-panel.tsx';
import { ChangeLater } from './change-later.tsx';
import { QuoteFailure } from './checkout-failures.tsx';
import { checkoutTitles, isChangeLater, likelyBeginning, likelyKind } from './checkout-kind.ts';
import { isToldByDays, leadText } from './checkout-texts.ts';
import { OrderSummary } from './order-summary.tsx';
import type { useCoupon } from './use-checkout.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/** Where a coupon is typed. */
function CouponField({ coupon }: { coupon: ReturnType<typeof useCoupon> }) {
  return (
    <form
      noValidate
      aria-label="Coupon"
      onSubmit={(event) => {
        event.preventDefault();
        coupon.apply();
      }}
    >
      <Field label="Coupon" error={coupon.error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={coupon.typed}
              onChange={({ target }) => coupon.type(target.value)}
              placeholder="Code"
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="min-w-0 flex-1"
            />
            <Button
              type="submit"
              disabled={coupon.typed.trim() === '' && !coupon.isChecking}
              pending={coupon.isChecking}
              className="h-9!"
            >
              Apply
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

type PlanCheckoutProps = { plan: Plan; onClose: () => void };

/** The checkout of a plan. A lower one, which begins when the paid period ends, has a dialog of its own. */
function PlanCheckout({ plan, onClose }: PlanCheckoutProps) {
  const { data: current } = useSuspenseQuery(currentQuery.onPage);
  const [isLater] = useState(() => isChangeLater(plan, current, new Date()));
  const checkout = useCheckout(plan.id, likelyBeginning(plan, current));
  // The server decides by its own clock.
  if (isLater && checkout.quote?.startsAt !== null)
    return <ChangeLater {...{ plan, current, checkout, onClose }} />;
  return <BuyDialog {...{ plan, current, checkout, onClose }} />;
}

type BuyDialogProps = PlanCheckoutProps & { current: CurrentSubscription; checkout: Checkout };

/** The price on the left, the payment on the right. */
function BuyDialog({ plan, current, checkout, onClose }: BuyDialogProps) {
  const { coupon, purchase, chooseMethod, chooseStart, quote, quoting } = checkout;
  const kind = quote?.kind ?? likelyKind(plan, current);
  const isByDays = quote ? isToldByDays(quote) : current.trial.isActive && kind !== 'renewal';
  return (
    <Dialog
      inAddress
      onClose={onClose}
      title={checkoutTitles[kind]}
      description={leadText(kind, {
        plan,
        method: purchase.method,
        quote,
        likelyStart: current.trial.isActive && purchase.start === 'later' ? current.trial.endsAt : null,
      })}
      width="xl"
      // The first field is the coupon, which few need, and on a phone it would open the keyboard.
      onOpenFocus={() => document.querySelector<HTMLElement>('[role="dialog"]')?.focus()}
    >
      <div className="-mx-5 -mb-5 grid grid-cols-[minmax(0,1fr)] border-t border-line md:-mx-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
        <div className="grid border-line bg-sunken p-5 max-md:border-b md:border-e md:px-6">
          <OrderSummary {...{ plan, quote, isByDays }} coupon={coupon.applied} onRemoveCoupon={coupon.remove}>
            {/* Where nothing is to be paid, a coupon would be used up for nothing. */}
            {coupon.applied === null && quote?.total !== 0 && <CouponField coupon={coupon} />}
          </OrderSummary>
        </div>
        <div className="flex flex-col gap-3 p-5 md:px-6 md:pb-6">
          {quoting.problem !== null ? (
            <QuoteFailure {...quoting} />
          ) : (
            <BuyPanel
              {...{ plan, current, quote, isByDays }}
              isSettled={quoting.isSettled}
              purchase={purchase}
              onMethod={chooseMethod}
              onStart={chooseStart}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

type CheckoutDialogProps = { planId: number; onClose: () => void };

/** The checkout of the plan that the address names. */
export function CheckoutDialog({ planId, onClose }: CheckoutDialogProps) {
  const { data: plans } = useSuspenseQuery(plansQuery);
  const plan = plans.find(({ id }) => id === planId);
  if (plan && plan.tier !== 'free') return <PlanCheckout key={planId} plan={plan} onClose={onClose} />;
  return (
    <Dialog
      inAddress
      onClose={onClose}
      title="This plan cannot be bought"
      description="Please choose one of the others."
      footer={
        <Button variant="primary" onClick={onClose}>
          View Plans
        </Button>
      }
    />
  );
}
