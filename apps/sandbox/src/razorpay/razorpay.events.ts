import type { SandboxDeps } from '../deps.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { razorpayId } from '../payments/random-text.ts';
import { browserUrl } from '../urls.ts';
import type { Dispute, Order, Payment, PaymentLink, Refund } from './razorpay.model.ts';
import { disputeView, eventPaymentView, linkView, orderView, refundView } from './views.ts';

const merchantId = 'SandboxAccount';

type About = {
  link?: PaymentLink;
  order?: Order;
  payment?: Payment;
  refund?: Refund;
  dispute?: Dispute;
};

/** What the payload of an event holds, by the beginning of its type, in this order. */
const contents = {
  'payment_link.': ['payment_link', 'order', 'payment'],
  'payment.dispute.': ['payment', 'dispute'],
  'payment.': ['payment'],
  'order.': ['payment', 'order'],
  'refund.': ['refund', 'payment'],
} as const;

/** Returns an event, whose payload names what it is about. The link of a payment is found by it. */
export function razorpayEvent(deps: SandboxDeps, type: string, about: About): Notice {
  const { payment, refund, dispute, order } = about;
  const { payments, links } = deps.state.payments.razorpay;
  const link = about.link ?? links.find(({ id }) => id === payment?.linkId);
  const isOfLink = type.startsWith('payment_link.');
  const entities = {
    payment_link: link && linkView(link, { payments, browserUrl: browserUrl(deps.config) }),
    order: order && (isOfLink && link ? linkOrderView(deps, order, link) : orderView(order)),
    payment: payment && eventPaymentView(payment),
    refund: payment && refund && refundView(refund, payment),
    dispute: payment && dispute && disputeView(dispute, payment),
  };
  const [, names = []] = Object.entries(contents).find(([start]) => type.startsWith(start)) ?? [];
  const contains = names.filter((name) => entities[name] !== undefined);
  const body = JSON.stringify({
    entity: 'event',
    account_id: `acc_${merchantId}`,
    event: type,
    contains,
    payload: Object.fromEntries(contains.map((name) => [name, { entity: entities[name] }])),
    created_at: Math.floor(deps.now().getTime() / 1000),
  });
  return {
    provider: 'razorpay',
    eventId: razorpayId(deps.random, 'evt').slice(4),
    type,
    reference: link?.id ?? payment?.orderId ?? '',
    body,
  };
}

/** The order in the events of a link: as its service keeps it, whose ids have no prefix. */
function linkOrderView({ config }: SandboxDeps, order: Order, link: PaymentLink) {
  return {
    ...orderView(order),
    id: order.id.replace('order_', ''),
    authorized: true,
    merchant_id: merchantId,
    method: null,
    offers: {},
    partial_payment: link.acceptPartial,
    payment_capture: true,
    product_id: link.id.replace('plink_', ''),
    product_type: 'payment_link_v2',
    public_key: config.RAZORPAY_KEY_ID,
    transfers: null,
    updated_at: Math.floor(order.updatedAt / 1000),
  };
}
