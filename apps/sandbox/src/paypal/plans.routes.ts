import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { tell } from '../payments/delivery.model.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { createOnce, prefersWhole } from './create-once.ts';
import { getPage, pageQuery } from './paging.ts';
import { applyPatch, patchRules } from './patch.ts';
import { brokenRule } from './paypal.errors.ts';
import { type PlanEvent, planEvent } from './paypal.events.ts';
import type { BillingCycle, Plan, Preferences } from './paypal.model.ts';
import { getPlan, getProduct } from './paypal.store.ts';
import { listCycles, planFields, planSchema, preferenceFields, toPreferences } from './plan.input.ts';
import { planSummary, planView } from './plan.view.ts';
import { listCurrencies, pricingSchema, readScheme, taxesSchema } from './pricing.ts';
import { readBody, readQuery } from './read-input.ts';
import { productIdSchema } from './wire.ts';

const listQuery = pageQuery.extend({
  product_id: productIdSchema.optional(),
  plan_ids: z.string().min(3).max(270).optional(),
});

const pricingUpdateSchema = z.object({
  pricing_schemes: z
    .array(
      z.object({
        billing_cycle_sequence: z.number().int().min(1).max(99),
        pricing_scheme: pricingSchema,
      }),
    )
    .min(1)
    .max(99),
});

const replacing = patchRules<Plan>('replace');
/** Returns the rule of a member of `payment_preferences`. */
function preferenceRule<Name extends keyof typeof preferenceFields>(name: Name, member: keyof Preferences) {
  return replacing(`/payment_preferences/${name}`, preferenceFields[name], (value, { preferences }) => ({
    preferences: { ...preferences, [member]: value },
  }));
}
const rules = [
  replacing('/name', planFields.name, (name) => ({ name })),
  replacing('/description', planFields.description, (description) => ({ description })),
  replacing('/taxes/percentage', taxesSchema.shape.percentage, (percentage, { taxes }) => ({
    taxes: { percentage, inclusive: taxes?.inclusive ?? true },
  })),
  preferenceRule('auto_bill_outstanding', 'autoBill'),
  preferenceRule('setup_fee', 'setupFee'),
  preferenceRule('setup_fee_failure_action', 'setupFeeFailureAction'),
  preferenceRule('payment_failure_threshold', 'failureThreshold'),
];

const path = '/v1/billing/plans';

/** Serves plans. */
export function planRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state, config } = deps;

  add('plans.create', `POST ${path}`, (call) =>
    createOnce(deps, call, {
      operation: 'plans.create',
      among: state.payments.paypal.plans,
      create: () => createPlan(deps, readBody(planSchema, call)),
      view: (plan) => planView(config, plan),
      short: (plan) => planSummary(config, plan),
    }),
  );
  add('plans.list', `GET ${path}`, (call) => {
    const query = readQuery(listQuery, call);
    const ids = query.plan_ids?.split(',');
    const plans = state.payments.paypal.plans.filter(
      ({ id, productId }) =>
        (query.product_id === undefined || productId === query.product_id) && (ids?.includes(id) ?? true),
    );
    const { items, totals, links } = getPage(plans, query, { base: config, path, query: call.query });
    const view = prefersWhole(call) ? planView : planSummary;
    return { body: { ...totals, plans: items.map((plan) => view(config, plan)), links } };
  });
  add('plans.get', `GET ${path}/:id`, ({ params }) => ({ body: planView(config, getPlan(deps, params.id)) }));
  changeRoutes(add, deps);
}

/** Serves what changes a plan. None of it answers with the plan. */
function changeRoutes(add: AddOperation, deps: SandboxDeps): void {
  const change = (
    operation: string,
    route: `${'POST' | 'PATCH'} /${string}`,
    act: (plan: Plan, call: ProviderCall) => PlanEvent,
  ) =>
    add(operation, route, (call) => {
      const plan = getPlan(deps, call.params.id);
      const type = act(plan, call);
      plan.updatedAt = deps.now().getTime();
      void tell(deps, [planEvent(deps, type, plan)]);
      return { status: 204 };
    });

  change('plans.patch', `PATCH ${path}/:id`, (plan, call) => {
    if (plan.status === 'INACTIVE') throw brokenRule('plans.patch', 'PLAN_STATUS_INACTIVE');
    applyPatch(plan, call, rules);
    return 'UPDATED';
  });
  change('plans.activate', `POST ${path}/:id/activate`, (plan) => {
    if (plan.status === 'ACTIVE') throw brokenRule('plans.activate', 'PLAN_STATUS_INVALID');
    plan.status = 'ACTIVE';
    return 'ACTIVATED';
  });
  change('plans.deactivate', `POST ${path}/:id/deactivate`, (plan) => {
    if (plan.status !== 'ACTIVE') throw brokenRule('plans.deactivate', 'PLAN_STATUS_INVALID');
    plan.status = 'INACTIVE';
    return 'DEACTIVATED';
  });
  change('plans.pricing', `POST ${path}/:id/update-pricing-schemes`, (plan, call) => {
    updatePricing(deps, plan, readBody(pricingUpdateSchema, call));
    return 'PRICING-CHANGE.ACTIVATED';
  });
}

function createPlan(deps: SandboxDeps, input: z.output<typeof planSchema>): Plan {
  getProduct(deps, input.product_id);
  const at = deps.now().getTime();
  const { cycles, currency } = listCycles(input, at);
  const plan: Plan = {
    id: `P-${upperText(deps.random, 24)}`,
    productId: input.product_id,
    name: input.name,
    description: input.description ?? null,
    status: input.status,
    currency,
    cycles,
    preferences: toPreferences(input.payment_preferences),
    taxes: input.taxes ?? null,
    hasQuantity: input.quantity_supported ?? cycles.some(({ scheme }) => scheme?.tiers),
    createdAt: at,
    updatedAt: at,
  };
  deps.state.payments.paypal.plans.push(plan);
  void tell(deps, [planEvent(deps, 'CREATED', plan)]);
  return plan;
}

/**
 * Sets new prices of a plan, and of its subscriptions that have none of their own: they are charged from their next date
 * on. PayPal waits ten days with those. Throws PayPal's error where a price does not fit the plan.
 */
function updatePricing(
  { state, now }: Pick<SandboxDeps, 'state' | 'now'>,
  plan: Plan,
  { pricing_schemes: given }: z.output<typeof pricingUpdateSchema>,
): void {
  const at = now().getTime();
  const cycles = plan.cycles.map((cycle): BillingCycle => {
    const input = given.find((one) => one.billing_cycle_sequence === cycle.sequence)?.pricing_scheme;
    if (!input) return cycle;
    if (listCurrencies(input).some((currency) => currency !== plan.currency))
      throw brokenRule('plans.pricing', 'CURRENCY_MISMATCH');
    const version = (cycle.scheme?.version ?? 0) + 1;
    const scheme = readScheme(input, { call: 'plans.pricing', tenure: cycle.tenure, at, version });
    if (Boolean(scheme?.tiers) !== Boolean(cycle.scheme?.tiers))
      throw brokenRule('plans.pricing', 'INVALID_PRICING_SCHEME');
    return { ...cycle, scheme };
  });
  if (given.some((one) => !cycles.some(({ sequence }) => sequence === one.billing_cycle_sequence)))
    throw brokenRule('plans.pricing', 'INVALID_BILLING_CYCLE_SEQUENCE');
  plan.cycles = cycles;
  for (const subscription of state.payments.paypal.subscriptions)
    if (subscription.planId === plan.id && !subscription.isOverridden)
      subscription.cycles = structuredClone(cycles);
}
