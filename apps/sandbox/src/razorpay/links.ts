import { createHmac } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import { addDays } from '../payments/billing-date.ts';
import { tell } from '../payments/delivery.model.ts';
import { razorpayId } from '../payments/random-text.ts';
import { withParams } from '../urls.ts';
import { latestExpiry, readLinkChange, readLinkInput } from './link.input.ts';
import { linkError } from './razorpay.errors.ts';
import { razorpayEvent } from './razorpay.events.ts';
import { newOrder, type Order, type PaymentLink } from './razorpay.model.ts';

/** Creates a payment link. Throws Razorpay's error: a repeated reference id is one, whatever became of the first. */
export function createLink(deps: SandboxDeps, body: unknown): PaymentLink {
  const { state, now, random, changes, config } = deps;
  const at = now().getTime();
  const input = readLinkInput(body, { at, isTest: config.RAZORPAY_KEY_ID.startsWith('rzp_test_') });
  const { links } = state.payments.razorpay;
  assertNewReference(links, input.reference_id);
  const { accept_partial: acceptPartial = false } = input;
  const link: PaymentLink = {
    id: razorpayId(random, 'plink'),
    shortId: razorpayId(random, 'i').slice(2, 10),
    orderId: null,
    status: 'created',
    amount: input.amount,
    amountPaid: 0,
    currency: input.currency,
    acceptPartial,
    firstMinPartialAmount: acceptPartial ? (input.first_min_partial_amount ?? 0) : 0,
    referenceId: input.reference_id ?? '',
    description: input.description,
    customer: input.customer,
    notify: {
      email: input.notify?.email ?? false,
      sms: input.notify?.sms ?? false,
      whatsapp: input.notify?.whatsapp ?? false,
    },
    reminderEnable: input.reminder_enable ?? false,
    notes: input.notes ?? {},
    callbackUrl: input.callback_url,
    expireBy: getExpiry(input.expire_by),
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    expiredAt: null,
    aheadMs: 0,
  };
  links.push(link);
  changes.announce({ payments: true });
  return link;
}

function getExpiry(expireBy: number | undefined): number | null {
  return expireBy === undefined || expireBy === 0 ? null : expireBy * 1000;
}

function assertNewReference(links: PaymentLink[], reference: string | undefined): void {
  if (!reference || links.every(({ referenceId }) => referenceId !== reference)) return;
  throw linkError(
    `payment link with given reference_id: ${reference} already exists. Please create a payment link with a different reference_id`,
  );
}

/** Changes a link that still waits for money. Throws Razorpay's error. */
export function changeLink({ state, now, changes }: SandboxDeps, link: PaymentLink, body: unknown): void {
  const at = now().getTime();
  const change = readLinkChange(body, at);
  if (!isOpen(link)) throw linkError('update can only be made in created or partially paid state');
  const others = state.payments.razorpay.links.filter((one) => one !== link);
  assertNewReference(others, change.reference_id);
  Object.assign(link, {
    ...(change.accept_partial !== undefined && { acceptPartial: change.accept_partial }),
    ...(change.reference_id !== undefined && { referenceId: change.reference_id }),
    ...(change.expire_by !== undefined && { expireBy: getExpiry(change.expire_by) }),
    ...(change.notes !== undefined && { notes: change.notes }),
    ...(change.reminder_enable !== undefined && { reminderEnable: change.reminder_enable }),
    updatedAt: at,
  });
  changes.announce({ payments: true });
}

/** Returns whether money can still be paid on a link. */
export function isOpen({ status }: PaymentLink): boolean {
  return status === 'created' || status === 'partially_paid';
}

/** Ends a link whose time is over, and tells of it. Razorpay does so by itself; here it happens when someone looks. */
export function expireWhenDue(deps: SandboxDeps, link: PaymentLink): void {
  const at = deps.now().getTime();
  const end = link.expireBy ?? latestExpiry(link.createdAt);
  if (!isOpen(link) || at + link.aheadMs < end) return;
  Object.assign(link, { status: 'expired', expiredAt: at, updatedAt: at });
  void tell(deps, [razorpayEvent(deps, 'payment_link.expired', { link })]);
}

/** Lets days pass on the link's own calendar. */
export function letDaysPass(deps: SandboxDeps, link: PaymentLink, days: number): void {
  link.aheadMs = addDays(link.aheadMs, days);
  expireWhenDue(deps, link);
  deps.changes.announce({ payments: true });
}

/** Throws Razorpay's error unless nothing was paid on the link and it has not ended. */
export function cancelLink(deps: SandboxDeps, link: PaymentLink): void {
  const reasons = {
    created: null,
    paid: 'an already paid/partially paid',
    partially_paid: 'an already paid/partially paid',
    expired: 'an expired',
    cancelled: 'a cancelled',
  };
  const reason = reasons[link.status];
  if (reason !== null) throw linkError(`cannot cancel or expire ${reason} link`);
  const at = deps.now().getTime();
  Object.assign(link, { status: 'cancelled', cancelledAt: at, updatedAt: at });
  void tell(deps, [razorpayEvent(deps, 'payment_link.cancelled', { link })]);
}

/** Returns the order behind a link, which there is once somebody has opened its page. */
export function getOrder({ state, now, random }: SandboxDeps, link: PaymentLink): Order {
  const { orders } = state.payments.razorpay;
  const known = orders.find(({ id }) => id === link.orderId);
  if (known) return known;
  const order: Order = {
    ...newOrder(now().getTime()),
    id: razorpayId(random, 'order'),
    linkId: link.id,
    amount: link.amount,
    currency: link.currency,
    receipt: link.referenceId || null,
    notes: link.notes,
    isCapturedAtOnce: true,
  };
  orders.push(order);
  link.orderId = order.id;
  return order;
}

/** Returns the callback address with the five parameters and the signature of four of them; null where nothing is paid. */
export function callbackAddress({ state, config }: SandboxDeps, link: PaymentLink): string | null {
  const paid = state.payments.razorpay.payments.findLast(
    ({ linkId, status }) => linkId === link.id && status === 'captured',
  );
  if (link.callbackUrl === '' || !paid) return null;
  const signed = [link.id, link.referenceId, link.status, paid.id].join('|');
  return withParams(link.callbackUrl, {
    razorpay_payment_id: paid.id,
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_reference_id: link.referenceId,
    razorpay_payment_link_status: link.status,
    razorpay_signature: createHmac('sha256', config.RAZORPAY_KEY_SECRET).update(signed).digest('hex'),
  });
}
