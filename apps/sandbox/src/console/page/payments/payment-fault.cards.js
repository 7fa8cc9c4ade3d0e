import { field, select, toggle } from '../controls.js';
import { h } from '../element.js';
import { card, numberField } from '../faults/fault.fields.js';

/** @import { PaymentFaults } from '../contract.d.ts' */
/** @typedef {(change: Partial<PaymentFaults>) => void} Save */

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

/** @param {PaymentFaults} faults */
export function isAnyPaymentFaultOn(faults) {
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

/** @param {PaymentFaults} faults */
function isLate({ nextBillingTodayMinutes, transactionLagMinutes, pendingPayments }) {
  return nextBillingTodayMinutes > 0 || transactionLagMinutes > 0 || pendingPayments;
}

/** @param {PaymentFaults} faults @param {Save} save */
function lateCard(faults, save) {
  const { nextBillingTodayMinutes, transactionLagMinutes, pendingPayments } = faults;
  return card(
    'What PayPal knows late',
    isLate(faults),
    numberField({
      label: 'Minutes after activation with a next payment of today',
      value: nextBillingTodayMinutes || null,
      placeholder: 'the right date at once',
      save: (minutes) => save({ nextBillingTodayMinutes: minutes ?? 0 }),
    }),
    numberField({
      label: 'Minutes until the list of payments shows one',
      value: transactionLagMinutes || null,
      placeholder: 'at once',
      save: (minutes) => save({ transactionLagMinutes: minutes ?? 0 }),
    }),
    toggle({
      title: 'Payments wait for a bank',
      caption: 'Each is pending until someone lets it clear or fail.',
      on: pendingPayments,
      change: (isOn) => save({ pendingPayments: isOn }),
    }),
  );
}

/** @param {PaymentFaults} faults @param {Save} save */
function answerCard(faults, save) {
  const operations = h('input', {
    class: 'input',
    name: 'payment-operations',
    value: faults.operations.join(', '),
    placeholder: 'all, or for example links.create',
  });
  operations.addEventListener('change', () =>
    save({ operations: operations.value.split(/[,\s]+/).filter(Boolean) }),
  );
  return card(
    'Answers',
    faults.answer !== 'whole',
    field(
      'How calls are answered',
      select({ options: answerChoices, value: faults.answer, change: (answer) => save({ answer }) }),
    ),
    toggle({
      title: 'The call takes effect first',
      caption: 'What it creates exists, and the caller cannot know.',
      on: faults.takesEffect,
      change: (takesEffect) => save({ takesEffect }),
    }),
    field('Calls', operations),
    numberField({
      label: 'Turn off after this many calls',
      value: faults.times,
      placeholder: 'never',
      save: (times) => save({ times: times || null }),
    }),
  );
}

/** @param {PaymentFaults} faults @param {Save} save */
function paidCard(faults, save) {
  const currency = h('input', {
    class: 'input',
    name: 'paid-currency',
    value: faults.paidCurrency ?? '',
    maxlength: 3,
    placeholder: 'as asked',
  });
  currency.addEventListener('change', () => save({ paidCurrency: currency.value.toUpperCase() || null }));
  return card(
    'What is paid instead',
    faults.paidCents !== null || faults.paidCurrency !== null,
    numberField({
      label: 'Amount, in cents',
      value: faults.paidCents,
      placeholder: 'as asked',
      save: (paidCents) => save({ paidCents: paidCents || null }),
    }),
    field('Currency', currency),
  );
}

/**
 * Returns the cards of what the payment providers do wrong.
 * @param {PaymentFaults} faults
 * @param {Save} save
 */
export function paymentFaultCards(faults, save) {
  return [
    answerCard(faults, save),
    card(
      'Events',
      faults.events !== 'sent' || faults.signature !== 'right',
      field(
        'When they are sent',
        select({ options: eventChoices, value: faults.events, change: (events) => save({ events }) }),
      ),
      field(
        'Their signature',
        select({
          options: signatureChoices,
          value: faults.signature,
          change: (signature) => save({ signature }),
        }),
      ),
      field(
        'Provider, for all of these faults',
        select({
          options: providerChoices,
          value: faults.providers[0] ?? '',
          change: (provider) => save({ providers: provider ? [provider] : [] }),
        }),
      ),
    ),
    paidCard(faults, save),
    lateCard(faults, save),
  ];
}
