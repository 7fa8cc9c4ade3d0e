import type { PaymentFaults } from '../contract.ts';
import { BoardCard, NumberField, SelectField, SwitchRow, TextField } from '../controls.tsx';
import { splitList } from '../format.ts';

type CardProps = { faults: PaymentFaults; save: (change: Partial<PaymentFaults>) => void };

const answerChoices = [
  { value: 'whole', label: 'Complete' },
  { value: 'unauthorized', label: '401, the token or key is refused' },
  { value: 'rate_limit', label: '429, too many calls' },
  { value: 'error', label: '500' },
  { value: 'html', label: "502, a proxy's HTML page" },
  { value: 'truncated', label: 'Cut off' },
  { value: 'hang', label: 'Never' },
];
const eventChoices = [
  { value: 'sent', label: 'While the payer returns' },
  { value: 'before_return', label: 'Before the payer returns' },
  { value: 'twice', label: 'Twice' },
  { value: 'never', label: 'Not until someone resends them' },
];
const signatureChoices = [
  { value: 'right', label: 'Right' },
  { value: 'wrong', label: 'Wrong' },
];
const providerChoices = [
  { value: '', label: 'Both' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'razorpay', label: 'Razorpay' },
];

export function isAnyPaymentFaultOn(faults: PaymentFaults): boolean {
  const { answer, events, signature, paidCents, paidCurrency } = faults;
  return (
    isLate(faults) ||
    answer !== 'whole' ||
    events !== 'sent' ||
    signature !== 'right' ||
    paidCents !== null ||
    paidCurrency !== null
  );
}

function isLate(faults: PaymentFaults): boolean {
  const { nextBillingTodayMinutes, transactionLagMinutes, pendingPayments, pendingRefunds } = faults;
  return nextBillingTodayMinutes > 0 || transactionLagMinutes > 0 || pendingPayments || pendingRefunds;
}

/** What the payment providers do wrong. */
export function PaymentFaultCards(props: CardProps) {
  return (
    <>
      <AnswerCard {...props} />
      <EventCard {...props} />
      <PaidCard {...props} />
      <LateCard {...props} />
    </>
  );
}

function AnswerCard({ faults, save }: CardProps) {
  return (
    <BoardCard title="Answers" on={faults.answer !== 'whole'}>
      <SelectField
        label="How calls are answered"
        options={answerChoices}
        value={faults.answer}
        onChange={(answer) => save({ answer })}
      />
      <SwitchRow
        title="The call takes effect first"
        caption="What it creates exists, and the caller cannot know."
        on={faults.takesEffect}
        onChange={(takesEffect) => save({ takesEffect })}
      />
      <TextField
        label="Calls"
        value={faults.operations.join(', ')}
        placeholder="all, or for example links.create"
        onSave={(operations) => save({ operations: splitList(operations) })}
      />
      <NumberField
        label="Turn off after this many calls"
        value={faults.times}
        placeholder="never"
        onSave={(times) => save({ times: times || null })}
      />
    </BoardCard>
  );
}

function EventCard({ faults, save }: CardProps) {
  return (
    <BoardCard title="Events" on={faults.events !== 'sent' || faults.signature !== 'right'}>
      <SelectField
        label="When they are sent"
        options={eventChoices}
        value={faults.events}
        onChange={(events) => save({ events })}
      />
      <SelectField
        label="Their signature"
        options={signatureChoices}
        value={faults.signature}
        onChange={(signature) => save({ signature })}
      />
      <SelectField
        label="Provider, for all of these faults"
        options={providerChoices}
        value={faults.providers[0] ?? ''}
        onChange={(provider) => save({ providers: provider ? [provider] : [] })}
      />
    </BoardCard>
  );
}

function PaidCard({ faults, save }: CardProps) {
  return (
    <BoardCard title="What is paid instead" on={faults.paidCents !== null || faults.paidCurrency !== null}>
      <NumberField
        label="Amount, in cents"
        value={faults.paidCents}
        placeholder="as asked"
        onSave={(paidCents) => save({ paidCents: paidCents || null })}
      />
      <TextField
        label="Currency"
        value={faults.paidCurrency ?? ''}
        maxLength={3}
        placeholder="as asked"
        onSave={(currency) => save({ paidCurrency: currency.toUpperCase() || null })}
      />
    </BoardCard>
  );
}

function LateCard({ faults, save }: CardProps) {
  return (
    <BoardCard title="What PayPal knows late" on={isLate(faults)}>
      <NumberField
        label="Minutes after activation with a next payment of today"
        value={faults.nextBillingTodayMinutes || null}
        placeholder="the right date at once"
        onSave={(minutes) => save({ nextBillingTodayMinutes: minutes ?? 0 })}
      />
      <NumberField
        label="Minutes until the list of payments shows one"
        value={faults.transactionLagMinutes || null}
        placeholder="at once"
        onSave={(minutes) => save({ transactionLagMinutes: minutes ?? 0 })}
      />
      <SwitchRow
        title="Payments wait for a bank"
        caption="Each is pending until someone lets it clear or fail."
        on={faults.pendingPayments}
        onChange={(pendingPayments) => save({ pendingPayments })}
      />
      <SwitchRow
        title="Refunds wait for a bank"
        caption="Each is pending until someone lets it clear or fail."
        on={faults.pendingRefunds}
        onChange={(pendingRefunds) => save({ pendingRefunds })}
      />
    </BoardCard>
  );
}
