import type { SandboxDeps } from '../deps.ts';
import { getPaymentFaults } from '../payments/payment-faults.ts';
import { upperText } from '../payments/random-text.ts';
import { brokenRule } from './paypal.errors.ts';
import { refundEvent } from './paypal.events.ts';
import type { Refund, Sale } from './paypal.model.ts';
import { leftToRefund } from './sale.view.ts';

type RefundInput = Pick<Refund, 'kind' | 'version'> & {
  /** All that is left without it. */
  amount?: number | undefined;
} & Partial<Pick<Refund, 'invoiceId' | 'customId' | 'note'>>;

/** Takes money of a sale back and tells of it. Throws PayPal's error. */
export function refundSale(
  deps: SandboxDeps,
  sale: Sale,
  { kind, version, amount, ...given }: RefundInput,
): { refund: Refund; told: Promise<void> } {
  const call = 'captures.refund';
  if (sale.state === 'pending') throw brokenRule(call, 'PENDING_CAPTURE');
  if (sale.state === 'denied') throw brokenRule(call, 'REFUND_NOT_ALLOWED');
  const left = leftToRefund(sale);
  if (left === 0) throw brokenRule(call, 'CAPTURE_FULLY_REFUNDED');
  const taken = amount ?? left;
  if (kind === 'refund') assertRefundable(deps, sale, { isPart: taken < left, invoiceId: given.invoiceId });
  if (taken > left) throw brokenRule(call, 'REFUND_AMOUNT_EXCEEDED');
  const { pendingRefunds } = getPaymentFaults(deps, 'paypal');
  const refund: Refund = {
    id: upperText(deps.random, 17),
    kind,
    version,
    state: kind === 'refund' && pendingRefunds ? 'pending' : 'completed',
    amount: taken,
    at: deps.now().getTime(),
    invoiceId: given.invoiceId ?? null,
    customId: given.customId ?? null,
    note: given.note ?? null,
  };
  sale.refunds.push(refund);
  return { refund, told: tell(deps, refund, sale) };
}

/** Ends the wait of a refund for the seller's bank, and tells of it. */
export function settleRefund(
  deps: SandboxDeps,
  { refund, sale }: { refund: Refund; sale: Sale },
  state: 'completed' | 'failed',
): Promise<void> {
  refund.state = state;
  return tell(deps, refund, sale);
}

/** Version 1 has no events of a refund that is pending or has failed. */
async function tell(deps: SandboxDeps, refund: Refund, sale: Sale): Promise<void> {
  deps.changes.announce({ payments: true });
  if (refund.version === 'v2' || refund.state === 'completed')
    await deps.notify(refundEvent(deps, refund, sale));
}

/** Throws where a bank or a dispute forbids the seller to refund, or the refund's own number was used before. */
function assertRefundable(
  { state }: SandboxDeps,
  sale: Sale,
  { isPart, invoiceId }: { isPart: boolean; invoiceId: string | null | undefined },
): void {
  const { sales, disputes } = state.payments.paypal;
  if (sale.refunds.some(({ kind }) => kind === 'reversal'))
    throw brokenRule('captures.refund', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK');
  const isDisputed = disputes.some(({ saleId, status }) => saleId === sale.id && status !== 'RESOLVED');
  if (isDisputed && isPart) throw brokenRule('captures.refund', 'TRANSACTION_DISPUTED');
  const isUsed = sales.some(({ refunds }) => refunds.some((one) => one.invoiceId === invoiceId));
  if (invoiceId && isUsed) throw brokenRule('captures.refund', 'DUPLICATE_INVOICE_ID');
}
