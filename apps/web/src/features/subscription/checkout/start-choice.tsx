import { countConfigurations } from '@picksync/contracts';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import type { CurrentSubscription, Plan, Quote } from '../../../api/subscription.queries.ts';
import { counted } from '../../../ui/counted.ts';
import { formatDayOfYear } from '../../../ui/dates.ts';
import type { PaymentMethod, Start } from './checkout-kind.ts';

type StartChoiceProps = {
  plan: Plan;
  quote: Quote;
  current: CurrentSubscription;
  method: PaymentMethod;
  start: Start;
  onStart: (start: Start) => void;
};

function daysLeft({ trial }: CurrentSubscription): string {
  return counted(trial.daysRemaining, 'free day');
}

/** When a plan that is bought in a trial begins: with the end of the free days or today, or why it is today. */
export function StartChoice({ plan, quote, current, method, start, onStart }: StartChoiceProps) {
  if (quote.trialEndsAt === null) return null;
  const day = formatDayOfYear(quote.trialEndsAt);
  const given = `${countConfigurations(plan.maxConfigurations)} at once. The ${daysLeft(current)} left are given up.`;
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
