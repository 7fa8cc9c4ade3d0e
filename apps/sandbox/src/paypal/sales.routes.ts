import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { createOnce } from './create-once.ts';
import { PaypalError, unknownResource, unprocessable } from './paypal.errors.ts';
import type { Refund, Sale } from './paypal.model.ts';
import { refundSale } from './refund-sale.ts';
import { captureRefundView, captureView, refundView, saleView, transactionView } from './sale.view.ts';
import { salesOf } from './subscription.billing.ts';
import { amountOf, moneySchema } from './wire.ts';

const captureRefundSchema = z.object({ amount: moneySchema.optional() });
const rangeSchema = z.object({ start_time: z.iso.datetime(), end_time: z.iso.datetime() });
const saleRefundSchema = z.object({
  amount: z.object({ total: z.string(), currency: z.string() }).optional(),
});

/** Serves payments and refunds, in both versions of PayPal's payments API, and the payments of a subscription. */
export function saleRoutes(add: AddOperation, deps: SandboxDeps): void {
  transactionRoutes(add, deps);
  const paypal = () => deps.state.payments.paypal;
  const saleOf = ({ params }: ProviderCall): Sale => {
    const sale = paypal().sales.find(({ id }) => id === params.id);
    if (!sale) throw unknownResource();
    return sale;
  };
  const customOf = ({ subscriptionId }: Sale) => ({
    customId: paypal().subscriptions.find(({ id }) => id === subscriptionId)?.customId ?? null,
  });
  const refundOf = ({ params }: ProviderCall): { refund: Refund; sale: Sale } => {
    for (const sale of paypal().sales) {
      const refund = sale.refunds.find(({ id }) => id === params.id);
      if (refund) return { refund, sale };
    }
    throw unknownResource();
  };
  const refundOnce = (
    call: ProviderCall,
    money: z.infer<typeof moneySchema> | undefined,
    view: (refund: Refund, sale: Sale) => Record<string, unknown>,
    isShort = false,
  ) => {
    const sale = saleOf(call);
    if (money && money.currency_code !== sale.currency)
      throw unprocessable('CURRENCY_MISMATCH', 'The currency is another than the payment’s.');
    const amount = money && amountOf(money, '/amount');
    return createOnce(deps, call, {
      operation: `refund ${sale.id}`,
      find: (id) => sale.refunds.find((one) => one.id === id),
      create: () => refundSale(deps, sale, { kind: 'refund', amount }).refund,
      view: (refund) => view(refund, sale),
      isShort,
    });
  };

  add('captures.get', 'GET /v2/payments/captures/:id', (call) => {
    const sale = saleOf(call);
    return { body: captureView(sale, customOf(sale)) };
  });
  add('captures.refund', 'POST /v2/payments/captures/:id/refund', (call) =>
    refundOnce(call, captureRefundSchema.parse(call.body ?? {}).amount, captureRefundView, true),
  );
  add('refunds.get', 'GET /v2/payments/refunds/:id', (call) => {
    const { refund, sale } = refundOf(call);
    return { body: captureRefundView(refund, sale) };
  });

  add('sales.get', 'GET /v1/payments/sale/:id', (call) => {
    const sale = saleOf(call);
    return { body: saleView(sale, customOf(sale)) };
  });
  add('sales.refund', 'POST /v1/payments/sale/:id/refund', (call) => {
    const { amount } = saleRefundSchema.parse(call.body ?? {});
    const money = amount && moneySchema.parse({ currency_code: amount.currency, value: amount.total });
    return refundOnce(call, money, refundView);
  });
  add('sale_refunds.get', 'GET /v1/payments/refund/:id', (call) => {
    const { refund, sale } = refundOf(call);
    return { body: refundView(refund, sale) };
  });
}

function transactionRoutes(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.transactions', 'GET /v1/billing/subscriptions/:id/transactions', (call) => {
    const subscription = deps.state.payments.paypal.subscriptions.find(({ id }) => id === call.params.id);
    if (!subscription) throw unknownResource();
    const { start_time: start, end_time: end } = rangeSchema.parse(call.query);
    if (Date.parse(start) > Date.parse(end))
      throw new PaypalError('INVALID_REQUEST', [
        { issue: 'INVALID_DATE_RANGE', description: 'The range ends before it starts.' },
      ]);
    const sales = salesOf(deps, subscription).filter(
      ({ at }) => at >= Date.parse(start) && at <= Date.parse(end),
    );
    return {
      body: {
        transactions: sales.map((sale) => transactionView(sale, subscription)),
        total_items: sales.length,
        total_pages: 1,
        links: [],
      },
    };
  });
}
