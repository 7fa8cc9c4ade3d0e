import type { SandboxDeps } from '../deps.ts';
import { upperText } from '../payments/random-text.ts';
import { unprocessable } from './paypal.errors.ts';
import { refundEvent } from './paypal.events.ts';
import type { Refund, Sale } from './paypal.model.ts';
import { refundedAmount } from './sale.view.ts';

/** Takes money of a sale back, all that is left of it without an amount, and tells of it. Throws PayPal's error. */
export function refundSale(
  deps: Pick<SandboxDeps, 'now' | 'random' | 'notify' | 'changes'>,
  sale: Sale,
  { kind, amount }: { kind: Refund['kind']; amount?: number | undefined },
): { refund: Refund; told: Promise<void> } {
  const left = sale.state === 'completed' ? sale.amount - refundedAmount(sale) : 0;
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'Nothing of it is left to refund.');
  const taken = amount ?? left;
  if (taken > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'More than is left of it.');
  const refund = { id: upperText(deps.random, 17), kind, amount: taken, at: deps.now().getTime() };
  sale.refunds.push(refund);
  deps.changes.announce({ payments: true });
  return { refund, told: deps.notify(refundEvent(deps, refund, sale)) };
}
