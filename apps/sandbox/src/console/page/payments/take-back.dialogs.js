import { field, select } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h } from '../element.js';

/** @import { Agreement } from './agreement.js' */
/** @import { Act } from './agreement.card.js' */

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

/**
 * Asks how much of the last payment goes back, and at PayPal which event tells of it.
 * @param {Agreement} agreement
 * @param {'refund' | 'chargeback'} action
 * @param {Act} act
 */
export function openTakeBackDialog({ id, provider }, action, act) {
  const amount = h('input', { class: 'input', type: 'number', min: 1, placeholder: 'all that is left' });
  const version = select({ options: versionChoices, value: 'v1' });
  const isRefund = action === 'refund';
  openDialog({
    title: isRefund ? 'Refund the last payment?' : 'Take the last payment back?',
    content: [
      field('Amount, in cents', amount),
      ...(provider === 'paypal' ? [field('How PayPal tells of it', version)] : []),
    ],
    action: isRefund ? 'Refund' : 'Charge back',
    danger: true,
    submit: () =>
      act(
        `${id}/${action}`,
        {
          ...(amount.value !== '' && { amountCents: Number(amount.value) }),
          ...(provider === 'paypal' && { version: version.value }),
        },
        isRefund ? 'The last payment is refunded.' : 'The bank took the last payment back.',
      ),
  });
}

/**
 * Asks how the payer or their bank objects to the last payment.
 * @param {Agreement} agreement
 * @param {Act} act
 */
export function openDisputeDialog({ id, provider }, act) {
  const isPaypal = provider === 'paypal';
  const reason = select({ options: paypalReasons, value: 'UNAUTHORISED' });
  const phase = select({
    options: isPaypal ? paypalPhases : razorpayPhases,
    value: isPaypal ? 'CHARGEBACK' : 'chargeback',
  });
  const days = h('input', { class: 'input', type: 'number', min: 1, max: 60, placeholder: 'as usual' });
  openDialog({
    title: 'Dispute the last payment?',
    content: [
      h('p', { class: 'muted' }, 'The seller is asked for an answer. Nothing is taken until it is lost.'),
      ...(isPaypal ? [field('Reason', reason)] : []),
      field('Kind', phase),
      field('Days to answer', days),
    ],
    action: 'Open the dispute',
    submit: () =>
      act(
        `${id}/dispute`,
        {
          phase: phase.value,
          ...(isPaypal && { reason: reason.value }),
          ...(days.value !== '' && { respondInDays: Number(days.value) }),
        },
        'The payment is disputed.',
      ),
  });
}
