import { paymentProviderLabels } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import type { Quote } from '../../../api/subscription.queries.ts';
import type { PaymentMethod } from './checkout-kind.ts';
import { methodTexts } from './checkout-texts.ts';

type PaymentChoiceProps = {
  methods: readonly PaymentMethod[];
  /** Those that do not take this payment, shown with the reason. */
  refused: Quote['refusedMethods'];
  chosen: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
};

/** Returns the methods in order, the most common first. */
function inOrder(methods: readonly PaymentMethod[]): PaymentMethod[] {
  return (['paypal', 'razorpay'] as const).filter((method) => methods.includes(method));
}

/** The provider that takes the money. */
export function PaymentChoice({ methods, refused, chosen, onChoose }: PaymentChoiceProps) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-semi">Payment method</legend>
      <div className="overflow-hidden rounded-md border border-edge">
        {inOrder([...methods, ...refused.map(({ method }) => method)]).map((method, place) => {
          const refusal = refused.find((one) => one.method === method);
          return (
            <label
              key={method}
              className={cx(
                refusal ? 'cursor-not-allowed text-ink-2' : 'cursor-pointer',
                'grid grid-cols-[18px_minmax(0,1fr)] gap-x-2.5 px-3 py-2.5 text-sm has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
                place > 0 && 'border-t border-line',
              )}
            >
              <input
                type="radio"
                name="payment-method"
                value={method}
                checked={method === chosen && !refusal}
                disabled={refusal !== undefined}
                onChange={() => onChoose(method)}
                className="mt-0.5 size-4 accent-accent outline-none"
              />
              <span className="font-semi">{paymentProviderLabels[method]}</span>
              <span className="col-start-2 text-xs text-ink-2">{refusal?.reason ?? methodTexts[method]}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
