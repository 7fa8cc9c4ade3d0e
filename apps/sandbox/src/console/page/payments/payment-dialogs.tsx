import { useState } from 'react';
import { NumberField, SelectField } from '../controls.tsx';
import { SendDialog } from '../dialogs.tsx';
import { pluralize } from '../format.ts';
import type { Agreement } from './agreement.ts';
import { act } from './ledger.tsx';

const versionChoices = { v1: 'As a sale, PAYMENT.SALE', v2: 'As a capture, PAYMENT.CAPTURE' };
const paypalReasons = {
  UNAUTHORISED: 'The payer does not know the payment',
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'Nothing was received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'It is not as described',
  CANCELED_RECURRING_BILLING: 'The subscription was cancelled before',
  DUPLICATE_TRANSACTION: 'Paid twice',
  INCORRECT_AMOUNT: 'The amount is wrong',
};
const paypalPhases = { INQUIRY: 'Inquiry, without a date', CHARGEBACK: 'Claim' };
const razorpayPhases = {
  chargeback: 'Chargeback',
  pre_arbitration: 'Pre-arbitration, after one that was won',
  arbitration: 'Arbitration',
  retrieval: 'Retrieval, a question only',
  fraud: 'Suspected fraud',
};

type DialogProps = { agreement: Agreement; onClose: () => void };

/** Lets time pass for one subscription or link. */
export function DaysDialog({ agreement: { id, title }, onClose }: DialogProps) {
  const [days, setDays] = useState<number | null>(30);
  const send = () => act(`${id}/advance`, { days }, `${pluralize(days ?? 0, 'day')} passed.`);
  return (
    <SendDialog
      title={`Let days pass for ${title}?`}
      description="What becomes due in these days happens at once."
      submitLabel="Let them pass"
      submitDisabled={!days}
      send={send}
      onClose={onClose}
    >
      <NumberField label="Days" value={days} placeholder="30" max={3660} onInput={setDays} />
    </SendDialog>
  );
}

/** Asks how much of the last payment goes back, and at PayPal which event tells of it. */
export function TakeBackDialog({
  agreement: { id, provider },
  action,
  onClose,
}: DialogProps & { action: 'refund' | 'chargeback' }) {
  const [amountCents, setAmount] = useState<number | null>(null);
  const [version, setVersion] = useState<keyof typeof versionChoices>('v1');
  const isRefund = action === 'refund';
  const isPaypal = provider === 'paypal';
  const send = () =>
    act(
      `${id}/${action}`,
      { ...(amountCents !== null && { amountCents }), ...(isPaypal && { version }) },
      isRefund ? 'The last payment is refunded.' : 'The bank took the last payment back.',
    );
  return (
    <SendDialog
      title={isRefund ? 'Refund the last payment?' : 'Take the last payment back?'}
      description={isRefund ? 'The seller gives the money back.' : 'The bank takes it from the seller.'}
      submitLabel={isRefund ? 'Refund' : 'Charge back'}
      destructive
      send={send}
      onClose={onClose}
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
    </SendDialog>
  );
}

/** Asks how the payer or their bank objects to the last payment. */
export function DisputeDialog({ agreement: { id, provider }, onClose }: DialogProps) {
  const isPaypal = provider === 'paypal';
  const [reason, setReason] = useState<keyof typeof paypalReasons>('UNAUTHORISED');
  const [phase, setPhase] = useState(isPaypal ? 'CHARGEBACK' : 'chargeback');
  const [respondInDays, setDays] = useState<number | null>(null);
  const send = () =>
    act(
      `${id}/dispute`,
      { phase, ...(isPaypal && { reason }), ...(respondInDays !== null && { respondInDays }) },
      'The payment is disputed.',
    );
  return (
    <SendDialog
      title="Dispute the last payment?"
      description="The seller is asked for an answer. Nothing is taken until it is lost."
      submitLabel="Open the dispute"
      send={send}
      onClose={onClose}
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
    </SendDialog>
  );
}
