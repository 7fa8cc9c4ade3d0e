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
import type { BillingCycle, Plan } from './paypal.model.ts';
import { getPlan, getProduct } from './paypal.store.ts';
import { listCycles, planFields, planSchema, preferenceFields } from './plan.input.ts';
import { planSummary, planView } from './plan.view.ts';
import { listCurrencies, pricingSchema, readScheme, taxesSchema } from './pricing.ts';
import { readBody, readQuery } from './read-input.ts';
import { productIdSchema, wireTime } from './wire.ts';

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
const rules = [
  replacing('/name', planFields.name, (name) => ({ name })),
  replacing('/description', planFields.description, (description) => ({ description })),
  replacing('/taxes/percentage', taxesSchema.shape.percentage, (percentage, { taxes }) => ({
    taxes: { percentage, inclusive: taxes?.inclusive ?? true },
  })),
  ...Object.entries(preferenceFields).map(([name, schema]) =>
    replacing(`/payment_preferences/${name}`, schema, (value, plan) => ({
      payment_preferences: { ...plan.payment_preferences, [name]: value },
    })),
  ),
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
      ({ id, product_id }) =>
        (query.product_id === undefined || product_id === query.product_id) && (ids?.includes(id) ?? true),
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
      plan.update_time = wireTime(deps.now().getTime());
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

export function createPlan(deps: SandboxDeps, input: z.output<typeof planSchema>): Plan {
  getProduct(deps, input.product_id);
  const at = deps.now().getTime();
  const { cycles, currency } = listCycles(input, at);
  const plan: Plan = {
    ...input,
    id: `P-${upperText(deps.random, 24)}`,
    currency,
    billing_cycles: cycles,
    quantity_supported: input.quantity_supported ?? cycles.some((cycle) => cycle.pricing_scheme?.tiers),
    create_time: wireTime(at),
    update_time: wireTime(at),
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
  { state, now }: SandboxDeps,
  plan: Plan,
  { pricing_schemes: given }: z.output<typeof pricingUpdateSchema>,
): void {
  const at = now().getTime();
  const cycles = plan.billing_cycles.map((cycle): BillingCycle => {
    const input = given.find((one) => one.billing_cycle_sequence === cycle.sequence)?.pricing_scheme;
    if (!input) return cycle;
    if (listCurrencies(input).some((currency) => currency !== plan.currency))
      throw brokenRule('plans.pricing', 'CURRENCY_MISMATCH');
    const version = (cycle.pricing_scheme?.version ?? 0) + 1;
    const scheme = readScheme(input, { call: 'plans.pricing', tenure: cycle.tenure_type, at, version });
    if (Boolean(scheme?.tiers) !== Boolean(cycle.pricing_scheme?.tiers))
      throw brokenRule('plans.pricing', 'INVALID_PRICING_SCHEME');
    return { ...cycle, pricing_scheme: scheme };
  });
  if (given.some((one) => !cycles.some(({ sequence }) => sequence === one.billing_cycle_sequence)))
    throw brokenRule('plans.pricing', 'INVALID_BILLING_CYCLE_SEQUENCE');
  plan.billing_cycles = cycles;
  for (const subscription of state.payments.paypal.subscriptions)
    if (subscription.planId === plan.id && !subscription.isOverridden)
      subscription.cycles = structuredClone(cycles);
}
