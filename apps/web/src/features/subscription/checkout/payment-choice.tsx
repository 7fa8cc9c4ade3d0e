import { countConfigurations, paymentProviderLabels, pluralize } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { formatDayOfYear } from '../../../ui/dates.ts';
import type { PaymentMethod, Start } from './checkout-kind.ts';
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

type StartChoiceProps = {
  plan: Plan;
  quote: Quote;
  current: CurrentSubscription;
  method: PaymentMethod;
  start: Start;
  onStart: (start: Start) => void;
};

function daysLeft({ trial }: CurrentSubscription): string {
  return pluralize(trial.daysRemaining, 'free day');
}

function givenUp(current: CurrentSubscription): string {
  return `The ${daysLeft(current)} left ${current.trial.daysRemaining === 1 ? 'is' : 'are'} given up.`;
}

/** When a plan that is bought in a trial begins: with the end of the free days or today, or why it is today. */
export function StartChoice({ plan, quote, current, method, start, onStart }: StartChoiceProps) {
  if (quote.trialEndsAt === null) return null;
  const day = formatDayOfYear(quote.trialEndsAt);
  const given = `${countConfigurations(plan.maxConfigurations)} at once. ${givenUp(current)}`;
  const isBooked = current.next?.planId === plan.id;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semi">Your plan starts</p>
      {isBooked || method === 'razorpay' ? (
        <p className="text-sm text-pretty text-ink-2">
          {isBooked || quote.total === 0
            ? `Today: ${given}`
            : `A Razorpay link pays at once, so your plan starts today. To keep your ${daysLeft(current)}, choose PayPal, or come back on ${day}.`}
        </p>
      ) : (
        <RadioCards
          label="Your plan starts"
          columns={1}
          value={start}
          onChange={onStart}
          options={[
            {
              value: 'later',
              label: `When your free days end, on ${day}`,
              hint: 'Nothing is charged before. Until then everything stays as it is.',
            },
            { value: 'now', label: 'Start today', hint: given },
          ]}
        />
      )}
    </div>
  );
}
