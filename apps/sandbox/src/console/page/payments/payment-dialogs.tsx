import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useState } from 'react';
import { NumberField, SelectField } from '../controls.tsx';
import { pluralize } from '../format.ts';
import { act } from './act.ts';
import type { Agreement } from './agreement.ts';

const versionChoices = [
  { value: 'v1', label: 'As a sale, PAYMENT.SALE' },
  { value: 'v2', label: 'As a capture, PAYMENT.CAPTURE' },
];
const paypalReasons = [
  { value: 'UNAUTHORISED', label: 'The payer does not know the payment' },
  { value: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED', label: 'Nothing was received' },
  { value: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', label: 'It is not as described' },
  { value: 'CANCELED_RECURRING_BILLING', label: 'The subscription was cancelled before' },
  { value: 'DUPLICATE_TRANSACTION', label: 'Paid twice' },
  { value: 'INCORRECT_AMOUNT', label: 'The amount is wrong' },
];
const paypalPhases = [
  { value: 'INQUIRY', label: 'Inquiry, without a date' },
  { value: 'CHARGEBACK', label: 'Claim' },
];
const razorpayPhases = [
  { value: 'chargeback', label: 'Chargeback' },
  { value: 'pre_arbitration', label: 'Pre-arbitration, after one that was won' },
  { value: 'arbitration', label: 'Arbitration' },
  { value: 'retrieval', label: 'Retrieval, a question only' },
  { value: 'fraud', label: 'Suspected fraud' },
];

type DialogProps = { agreement: Agreement; onClose: () => void };

/** What every one of these dialogs says and does the same way. */
function sending(send: () => Promise<boolean>, onClose: () => void) {
  return {
    pending: false,
    error: null,
    pendingLabel: 'Sending…',
    onSubmit: () => void send().then((worked) => worked && onClose()),
    onClose,
  };
}

/** Lets time pass for one subscription or link. */
export function DaysDialog({ agreement: { id, title }, onClose }: DialogProps) {
  const [days, setDays] = useState<number | null>(30);
  const send = () => act(`${id}/advance`, { days }, `${pluralize(days ?? 0, 'day')} passed.`);
  return (
    <FormDialog
      title={`Let days pass for ${title}?`}
      description="What becomes due in these days happens at once."
      submitLabel="Let them pass"
      submitDisabled={!days}
      {...sending(send, onClose)}
    >
      <NumberField label="Days" value={days} placeholder="30" max={3660} onInput={setDays} />
    </FormDialog>
  );
}

/** Asks how much of the last payment goes back, and at PayPal which event tells of it. */
export function TakeBackDialog({
  agreement: { id, provider },
  action,
  onClose,
}: DialogProps & { action: 'refund' | 'chargeback' }) {
  const [amountCents, setAmount] = useState<number | null>(null);
  const [version, setVersion] = useState('v1');
  const isRefund = action === 'refund';
  const isPaypal = provider === 'paypal';
  const send = () =>
    act(
      `${id}/${action}`,
      { ...(amountCents !== null && { amountCents }), ...(isPaypal && { version }) },
      isRefund ? 'The last payment is refunded.' : 'The bank took the last payment back.',
    );
  return (
    <FormDialog
      title={isRefund ? 'Refund the last payment?' : 'Take the last payment back?'}
      description={isRefund ? 'The seller gives the money back.' : 'The bank takes it from the seller.'}
      submitLabel={isRefund ? 'Refund' : 'Charge back'}
      destructive
      {...sending(send, onClose)}
    >
      <NumberField
        label="Amount, in cents"
        value={amountCents}
        placeholder="all that is left"
        onInput={setAmount}
      />
      {isPaypal && (
        <SelectField
          label="How PayPal tells of it"
          options={versionChoices}
          value={version}
          onChange={setVersion}
        />
      )}
    </FormDialog>
  );
}

/** Asks how the payer or their bank objects to the last payment. */
export function DisputeDialog({ agreement: { id, provider }, onClose }: DialogProps) {
  const isPaypal = provider === 'paypal';
  const [reason, setReason] = useState('UNAUTHORISED');
  const [phase, setPhase] = useState(isPaypal ? 'CHARGEBACK' : 'chargeback');
  const [respondInDays, setDays] = useState<number | null>(null);
  const send = () =>
    act(
      `${id}/dispute`,
      { phase, ...(isPaypal && { reason }), ...(respondInDays !== null && { respondInDays }) },
      'The payment is disputed.',
    );
  return (
    <FormDialog
      title="Dispute the last payment?"
      description="The seller is asked for an answer. Nothing is taken until it is lost."
      submitLabel="Open the dispute"
      {...sending(send, onClose)}
    >
      {isPaypal && <SelectField label="Reason" options={paypalReasons} value={reason} onChange={setReason} />}
      <SelectField
        label="Kind"
        options={isPaypal ? paypalPhases : razorpayPhases}
        value={phase}
        onChange={setPhase}
      />
      <NumberField
        label="Days to answer"
        value={respondInDays}
        placeholder="as usual"
        max={60}
        onInput={setDays}
      />
    </FormDialog>
  );
}
