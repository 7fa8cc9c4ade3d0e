import { useSuspenseQuery } from '@tanstack/react-query';
import { currentQuery, type Plan } from '../../../api/subscription.queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { checkoutTitles, likelyBeginning, likelyKind } from './checkout-kind.ts';
import { leadText } from './checkout-texts.ts';
import { CouponField } from './coupon-field.tsx';
import { OrderSummary } from './order-summary.tsx';
import { QuoteFailure } from './quote-failure.tsx';
import { useCheckout } from './use-checkout.ts';

/** The checkout of a plan: the price on the left, the payment on the right. */
export function PlanCheckout({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { data: current } = useSuspenseQuery(currentQuery.onPage);
  const { coupon, purchase, chooseMethod, quote, quoting } = useCheckout(
    plan.id,
    likelyBeginning(plan, current),
  );
  const kind = quote?.kind ?? likelyKind(plan, current);
  return (
    <Dialog
      open
      inAddress
      onOpenChange={(open) => !open && onClose()}
      title={checkoutTitles[kind]}
      description={leadText(kind, { plan, method: purchase.method, quote })}
      width="xl"
      // The first field is the coupon, which few need, and on a phone it would open the keyboard.
      onOpenFocus={() => document.querySelector<HTMLElement>('[role="dialog"]')?.focus()}
    >
      <div className="-mx-5 -mb-5 grid grid-cols-[minmax(0,1fr)] border-t border-line md:-mx-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
        <div className="grid border-line bg-sunken p-5 max-md:border-b md:border-r md:px-6">
          <OrderSummary plan={plan} quote={quote} coupon={coupon.applied} onRemoveCoupon={coupon.remove}>
            {/* Where nothing is to be paid, a coupon would be used up for nothing. */}
            {coupon.applied === null && quote?.total !== 0 && <CouponField coupon={coupon} />}
          </OrderSummary>
        </div>
        <div className="flex flex-col gap-3.5 p-5 md:px-6 md:pb-6">
          {quoting.problem !== null ? (
            <QuoteFailure {...quoting} />
          ) : (
            <BuyPanel
              plan={plan}
              quote={quote}
              isSettled={quoting.isSettled}
              purchase={purchase}
              onMethod={chooseMethod}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
