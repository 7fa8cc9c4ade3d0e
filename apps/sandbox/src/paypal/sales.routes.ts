import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { fromDecimal } from '../payments/amount.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { createOnce } from './create-once.ts';
import { type ErrorName, paypalCurrencies, unknownIdInVersion1 } from './error-catalogue.ts';
import { brokenRule, PaypalError } from './paypal.errors.ts';
import type { Refund, Sale } from './paypal.model.ts';
import { findSubscription, getRefund, getSale } from './paypal.store.ts';
import { readOptionalBody } from './read-input.ts';
import { refundSale } from './refund-sale.ts';
import {
  captureRefundSummary,
  captureRefundView,
  captureView,
  saleRefundView,
  saleView,
} from './sale.view.ts';
import { looseMoneySchema, type Money } from './wire.ts';

const refundText = z.string().min(1).max(127).optional();
const captureRefundSchema = z.object({
  amount: looseMoneySchema.optional(),
  invoice_id: refundText,
  custom_id: refundText,
  note_to_payer: z.string().min(1).max(255).optional(),
});
const saleRefundSchema = z.object({
  amount: z.object({ total: z.string(), currency: z.string() }).optional(),
  invoice_number: refundText,
  description: z.string().optional(),
});

/**
 * Serves payments and refunds, in both versions of PayPal's payments API.
 *
 * A subscription's payment answers to both: its events and its links name it as a sale of version 1, which PayPal has
 * deprecated without another event in its place, and its id is a capture's to version 2, the only one that PayPal's
 * current client knows. What is refunded by one version is that version's refund, and has that version's event.
 */
export function saleRoutes(add: AddOperation, deps: SandboxDeps): void {
  captureRoutes(add, deps);
  const { config } = deps;

  add('sales.get', 'GET /v1/payments/sale/:id', ({ params }) => {
    const sale = inVersion1(() => getSale(deps, params.id));
    return { body: saleView(config, sale, getCustomId(deps, sale)) };
  });
  add('sales.refund', 'POST /v1/payments/sale/:id/refund', (call) =>
    inVersion1(() => {
      const input = readOptionalBody(saleRefundSchema, call);
      const { amount } = input;
      return refundOnce(deps, call, {
        version: 'v1',
        money: amount && { currency_code: amount.currency, value: amount.total },
        given: { invoiceId: input.invoice_number || null, note: input.description ?? null },
        view: (refund, sale) => saleRefundView(config, refund, sale),
      });
    }),
  );
  add('sale_refunds.get', 'GET /v1/payments/refund/:id', ({ params }) => {
    const { refund, sale } = inVersion1(() => getRefund(deps, params.id, 'v1'));
    return { body: saleRefundView(config, refund, sale) };
  });
}

function captureRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { config } = deps;
  add('captures.get', 'GET /v2/payments/captures/:id', ({ params }) => {
    const sale = getSale(deps, params.id);
    return { body: captureView(config, sale, getCustomId(deps, sale)) };
  });
  add('captures.refund', 'POST /v2/payments/captures/:id/refund', (call) => {
    const input = readOptionalBody(captureRefundSchema, call);
    return refundOnce(deps, call, {
      version: 'v2',
      money: input.amount,
      given: {
        invoiceId: input.invoice_id || null,
        customId: input.custom_id ?? null,
        note: input.note_to_payer ?? null,
      },
      view: (refund, sale) => captureRefundView(config, refund, sale),
      short: (refund, sale) => captureRefundSummary(config, refund, sale),
    });
  });
  add('refunds.get', 'GET /v2/payments/refunds/:id', ({ params }) => {
    const { refund, sale } = getRefund(deps, params.id, 'v2');
    return { body: captureRefundView(config, refund, sale) };
  });
}

function getCustomId(deps: SandboxDeps, { subscriptionId }: Sale) {
  return { customId: findSubscription(deps, subscriptionId)?.customId ?? null };
}

/** How version 1 calls what version 2 has an issue for. */
const olderNames: Record<string, ErrorName> = {
  CAPTURE_FULLY_REFUNDED: 'TRANSACTION_ALREADY_REFUNDED',
  REFUND_AMOUNT_EXCEEDED: 'REFUND_EXCEEDED_TRANSACTION_AMOUNT',
};

/** Does something of version 1, whose errors have names of their own instead of issues. */
function inVersion1<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof PaypalError) || error.errorName === 'INVALID_REQUEST') throw error;
    const { issue = '', description } = error.details[0] ?? {};
    if (issue === 'INVALID_RESOURCE_ID') throw new PaypalError(issue, [], unknownIdInVersion1);
    const name = olderNames[issue];
    if (name) throw new PaypalError(name);
    throw new PaypalError('TRANSACTION_REFUSED', [{ issue, ...(description && { description }) }]);
  }
}

type RefundCall = {
  version: Refund['version'];
  money: Money | undefined;
  given: Partial<Pick<Refund, 'invoiceId' | 'customId' | 'note'>>;
  view: (refund: Refund, sale: Sale) => Record<string, unknown>;
  short?: (refund: Refund, sale: Sale) => Record<string, unknown>;
};

/** Refunds the payment of a call, once for each request id. */
function refundOnce(
  deps: SandboxDeps,
  call: ProviderCall,
  { version, money, given, view, short = view }: RefundCall,
) {
  const sale = getSale(deps, call.params.id);
  const amount = money && refundableAmount(money, sale);
  return createOnce(deps, call, {
    operation: `refund ${version} ${sale.id}`,
    among: sale.refunds,
    create: () => refundSale(deps, sale, { kind: 'refund', version, amount, ...given }).refund,
    view: (refund) => view(refund, sale),
    short: (refund) => short(refund, sale),
  });
}

/** Returns an amount to refund in the smallest unit. Throws PayPal's error for one that cannot be refunded. */
function refundableAmount({ currency_code: currency, value }: Money, sale: Sale): number {
  const call = 'captures.refund';
  const where = { field: '/amount/value', value };
  if (!paypalCurrencies.has(currency))
    throw brokenRule(call, 'INVALID_CURRENCY_CODE', { field: '/amount/currency_code', value: currency });
  if (value.startsWith('-')) throw brokenRule(call, 'CANNOT_BE_ZERO_OR_NEGATIVE', where);
  const amount = fromDecimal(value, currency);
  if (amount === null) {
    const isWhole = fromDecimal('0.5', currency) === null;
    throw brokenRule(call, isWhole ? 'DECIMALS_NOT_SUPPORTED' : 'DECIMAL_PRECISION', where);
  }
  if (amount === 0) throw brokenRule(call, 'CANNOT_BE_ZERO_OR_NEGATIVE', where);
  if (currency !== sale.currency) throw brokenRule(call, 'REFUND_CAPTURE_CURRENCY_MISMATCH');
  return amount;
}
