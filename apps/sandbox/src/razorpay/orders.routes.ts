import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { razorpayId } from '../payments/random-text.ts';
import {
  collection,
  expandedIn,
  findEntity,
  integer,
  notes,
  receipt,
  text,
  wholeCollection,
} from './api.input.ts';
import { isSupportedCurrency, leastAmount } from './currencies.ts';
import { apiError } from './razorpay.errors.ts';
import { newOrder, type Order } from './razorpay.model.ts';
import { orderView, paymentView } from './views.ts';

const orderSchema = z.strictObject({
  amount: integer('amount'),
  currency: text('currency').refine(isSupportedCurrency, 'Currency is not supported'),
  receipt: receipt(),
  notes: notes().optional(),
  partial_payment: z.boolean().optional(),
  payment_capture: z.union([z.boolean(), z.literal([0, 1]), z.stringbool()]).default(true),
  method: text('method').optional(),
  first_payment_min_amount: integer('first payment min amount').optional(),
  payment: z
    .looseObject({ capture: z.enum(['automatic', 'manual'], 'The selected capture is invalid.').optional() })
    .optional(),
});

/** What an order may say besides, for Razorpay's checkout in a page of the app. It changes nothing here. */
const forCheckout = new Set(
  'bank_account customer_id token offer_id offers discount rto_review line_items line_items_total shipping_fee cod_fee customer_details promotions device_details'.split(
    ' ',
  ),
);
const notesSchema = z.strictObject({ notes: notes('The notes field is required.') });

/** Serves orders: the seller's own, and those behind links. */
export function orderRoutes(add: AddOperation, deps: SandboxDeps): void {
  const razorpay = () => deps.state.payments.razorpay;
  const findOrder = ({ params }: ProviderCall): Order => findEntity(razorpay().orders, 'order', params.id);
  const getPayments = ({ id }: Order, hasCard: boolean) =>
    wholeCollection(
      razorpay()
        .payments.filter(({ orderId }) => orderId === id)
        .map((payment) => paymentView(payment, { hasCard })),
    );

  add('orders.create', 'POST /v1/orders', ({ body }) => {
    const told = Object.entries(body ?? {}).filter(([name]) => !forCheckout.has(name));
    const input = orderSchema.parse(Object.fromEntries(told));
    const capture = input.payment?.capture;
    if (input.amount < leastAmount(input.currency))
      throw apiError(`The amount must be at least ${input.currency} 1.00`, 'amount');
    const order: Order = {
      ...newOrder(deps.now().getTime()),
      id: razorpayId(deps.random, 'order'),
      linkId: null,
      amount: input.amount,
      currency: input.currency,
      receipt: input.receipt ?? null,
      notes: input.notes ?? {},
      isCapturedAtOnce: capture ? capture === 'automatic' : Boolean(input.payment_capture),
    };
    razorpay().orders.push(order);
    return { body: orderView(order) };
  });
  add('orders.list', 'GET /v1/orders', ({ query }) => {
    const expanded = expandedIn(query);
    const hasCard = expanded.includes('payments.card');
    const isExpanded = hasCard || expanded.includes('payments');
    const orders = razorpay().orders.filter(
      (order) => query.receipt === undefined || order.receipt === query.receipt,
    );
    return {
      body: collection(orders, query, (order) => ({
        ...orderView(order),
        ...(isExpanded && { payments: getPayments(order, hasCard) }),
      })),
    };
  });
  add('orders.get', 'GET /v1/orders/:id', (call) => ({ body: orderView(findOrder(call)) }));
  add('orders.update', 'PATCH /v1/orders/:id', (call) => {
    const order = findOrder(call);
    order.notes = notesSchema.parse(call.body ?? {}).notes;
    return { body: orderView(order) };
  });
  add('orders.payments', 'GET /v1/orders/:id/payments', (call) => ({
    body: getPayments(findOrder(call), true),
  }));
}
