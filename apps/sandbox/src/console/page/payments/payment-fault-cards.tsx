import type { PaymentFaults } from '../contract.ts';
import { BoardCard, NumberField, SelectField, SwitchRow, TextField } from '../controls.tsx';
import { editFaults, isAnyOn } from '../faults/edit-faults.ts';

const answerChoices = {
  whole: 'Complete',
  unauthorized: '401, the token or key is refused',
  rate_limit: '429, too many calls',
  error: '500',
  html: "502, a proxy's HTML page",
  truncated: 'Cut off',
  hang: 'Never',
};
const eventChoices = {
  sent: 'While the payer returns',
  before_return: 'Before the payer returns',
  twice: 'Twice',
  never: 'Not until someone resends them',
};
const signatureChoices = { right: 'Right', wrong: 'Wrong' };
const providerChoices = { '': 'Both', paypal: 'PayPal', razorpay: 'Razorpay' };

type CardProps = { faults: PaymentFaults; save: (change: Partial<PaymentFaults>) => void };

/** What the payment providers do wrong. */
export function PaymentFaultCards({ faults, save }: CardProps) {
  const { flag, choice, count, list, only } = editFaults(faults, save);
  const { answer, events, signature, paidCents, paidCurrency } = faults;
  return (
    <>
      <BoardCard title="Answers" on={answer !== 'whole'}>
        <SelectField label="How calls are answered" options={answerChoices} {...choice('answer')} />
        <SwitchRow
          title="The call takes effect first"
          caption="What it creates exists, and the caller cannot know."
          {...flag('takesEffect')}
        />
        <TextField label="Calls" placeholder="all, or for example links.create" {...list('operations')} />
        <NumberField label="Turn off after this many calls" placeholder="never" {...count('times')} />
      </BoardCard>
      <BoardCard title="Events" on={events !== 'sent' || signature !== 'right'}>
        <SelectField label="When they are sent" options={eventChoices} {...choice('events')} />
        <SelectField label="Their signature" options={signatureChoices} {...choice('signature')} />
        <SelectField
          label="Provider, for all of these faults"
          options={providerChoices}
          {...only('providers')}
        />
      </BoardCard>
      <BoardCard title="What is paid instead" on={paidCents !== null || paidCurrency !== null}>
        <NumberField label="Amount, in cents" placeholder="as asked" {...count('paidCents')} />
        <TextField
          label="Currency"
          value={paidCurrency ?? ''}
          maxLength={3}
          placeholder="as asked"
          onSave={(currency) => save({ paidCurrency: currency.toUpperCase() || null })}
        />
      </BoardCard>
      <LateCard faults={faults} save={save} />
    </>
  );
}

function LateCard({ faults, save }: CardProps) {
  const { flag, amount } = editFaults(faults, save);
  const { nextBillingTodayMinutes, transactionLagMinutes, pendingPayments, pendingRefunds } = faults;
  return (
    <BoardCard
      title="What PayPal knows late"
      on={isAnyOn({ nextBillingTodayMinutes, transactionLagMinutes, pendingPayments, pendingRefunds })}
    >
      <NumberField
        label="Minutes after activation with a next payment of today"
        {...amount('nextBillingTodayMinutes')}
        value={nextBillingTodayMinutes || null}
        placeholder="the right date at once"
      />
      <NumberField
        label="Minutes until the list of payments shows one"
        {...amount('transactionLagMinutes')}
        value={transactionLagMinutes || null}
        placeholder="at once"
      />
      <SwitchRow
        title="Payments wait for a bank"
        caption="Each is pending until someone lets it clear or fail."
        {...flag('pendingPayments')}
      />
      <SwitchRow
        title="Refunds wait for a bank"
        caption="Each is pending until someone lets it clear or fail."
        {...flag('pendingRefunds')}
      />
    </BoardCard>
  );
}
