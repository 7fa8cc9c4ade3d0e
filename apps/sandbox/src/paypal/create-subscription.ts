import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { upperText } from '../payments/random-text.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import { newSubscription, type Subscriber, type Subscription } from './paypal.model.ts';
import { getPlan } from './paypal.store.ts';
import { contextSchema, subscriberSchema } from './subscriber.input.ts';
import { termsFields, toTerms } from './terms.input.ts';
import { planIdSchema, textSchema, timeSchema } from './wire.ts';

export const subscriptionSchema = z.object({
  ...termsFields,
  plan_id: planIdSchema,
  custom_id: textSchema(1, 127, /^[\x20-\x7E]+$/).optional(),
  start_time: timeSchema.optional(),
  subscriber: subscriberSchema.optional(),
  auto_renewal: z.boolean().optional(),
  application_context: contextSchema.optional(),
});

/** How late a start may come that was meant to be now. */
const toleranceMs = 60_000;

/** Creates a subscription that waits for its payer. Throws PayPal's error where the plan or the override does not fit. */
export function createSubscription(
  deps: SandboxDeps,
  input: z.output<typeof subscriptionSchema>,
): Subscription {
  const { state, now, random, config } = deps;
  const plan = getPlan(deps, input.plan_id);
  if (plan.status !== 'ACTIVE') throw brokenRule('subscriptions.create', 'PLAN_STATUS_INVALID');
  const at = now().getTime();
  const startAt = input.start_time === undefined ? at : Date.parse(input.start_time);
  if (startAt < at - toleranceMs)
    throw invalidRequest('INVALID_PARAMETER_VALUE', {
      field: '/start_time',
      value: input.start_time ?? '',
      description: syntaxNotes.startInPast,
    });
  const context = input.application_context;
  const subscription: Subscription = {
    ...newSubscription(at),
    ...toTerms(plan, input, { call: 'subscriptions.create', at }),
    id: `I-${upperText(random, 12)}`,
    approvalToken: `BA-${upperText(random, 17)}`,
    customId: input.custom_id ?? null,
    status: 'APPROVAL_PENDING',
    subscriber: withoutCardNumber(input.subscriber ?? {}),
    payer: null,
    brand: context?.brand_name ?? config.CLIENT_NAME,
    applicationContext: context ?? null,
    returnUrl: context?.return_url ?? null,
    cancelUrl: context?.cancel_url ?? null,
    isActivatedOnApproval: (context?.user_action ?? 'SUBSCRIBE_NOW') === 'SUBSCRIBE_NOW',
    startAt,
    activatedAt: null,
    calendarFrom: startAt,
  };
  state.payments.paypal.subscriptions.push(subscription);
  return subscription;
}

/** A card is told again by its last digits only. */
function withoutCardNumber({
  payment_source: source,
  ...rest
}: z.output<typeof subscriberSchema>): Subscriber {
  if (!source?.card) return { ...rest, ...(source && { payment_source: source }) };
  const { number, security_code: _, ...card } = source.card;
  const shown = { ...card, last_digits: number.slice(-4), brand: getBrand(number), type: 'CREDIT' };
  return { ...rest, payment_source: { card: shown } };
}

function getBrand(number: string): string {
  const brands = { '3': 'AMEX', '4': 'VISA', '5': 'MASTERCARD', '6': 'DISCOVER' };
  return brands[number.charAt(0) as keyof typeof brands] ?? 'VISA';
}
