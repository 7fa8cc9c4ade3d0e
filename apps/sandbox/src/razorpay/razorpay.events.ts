import type { SandboxDeps } from '../deps.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { razorpayId } from '../payments/random-text.ts';
import { browserUrl } from '../payments/urls.ts';
import { disputeView, linkView, paymentView, refundView } from './link.view.ts';
import type { Payment, PaymentLink, Refund } from './razorpay.model.ts';

const accountId = 'acc_SandboxAccount';

export type EventDeps = Pick<SandboxDeps, 'state' | 'now' | 'random' | 'config'>;

type About = { link: PaymentLink; payment?: Payment; refund?: Refund };

/** Returns an event, whose payload names the link and, where there is one, the payment and what was taken back. */
export function razorpayEvent(deps: EventDeps, type: string, { link, payment, refund }: About): Notice {
  const { payments } = deps.state.payments.razorpay;
  const kind = refund?.kind === 'reversal' ? 'dispute' : 'refund';
  const entities: Record<string, unknown> = {
    ...(type.startsWith('payment_link.') && {
      payment_link: linkView(link, { payments, browserUrl: browserUrl(deps.config) }),
      order: orderView(link),
    }),
    ...(payment && { payment: paymentView(payment, link) }),
    ...(payment && refund && { [kind]: (kind === 'refund' ? refundView : disputeView)(refund, payment) }),
  };
  const body = JSON.stringify({
    entity: 'event',
    account_id: accountId,
    event: type,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(deps.now().getTime() / 1000),
  });
  return {
    provider: 'razorpay',
    eventId: razorpayId(deps.random, 'evt').slice(4),
    type,
    reference: link.id,
    body,
  };
}

function orderView({
  orderId,
  amount,
  amountPaid,
  currency,
  referenceId,
  notes,
  createdAt,
  status,
}: PaymentLink) {
  return {
    id: orderId,
    entity: 'order',
    amount,
    amount_paid: amountPaid,
    amount_due: Math.max(0, amount - amountPaid),
    currency,
    receipt: referenceId,
    status: status === 'paid' ? 'paid' : 'created',
    attempts: 1,
    notes,
    created_at: Math.floor(createdAt / 1000),
  };
}
