import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { createOnce, prefersWhole } from './create-once.ts';
import { getPage, pageQuery } from './paging.ts';
import { applyPatch, patchRule } from './patch.ts';
import { brokenRule } from './paypal.errors.ts';
import { type PlanEvent, planEvent } from './paypal.events.ts';
import type { Plan } from './paypal.model.ts';
import { findPlan, getPlan, getProduct } from './paypal.store.ts';
import { listCycles, planFields, planSchema, preferenceFields, toPreferences } from './plan.input.ts';
import { planSummary, planView } from './plan.view.ts';
import { taxesSchema } from './pricing.ts';
import { readBody, readQuery } from './read-input.ts';
import { pricingUpdateSchema, updatePricing } from './update-pricing.ts';
import { productIdSchema } from './wire.ts';

const listQuery = pageQuery.extend({
  product_id: productIdSchema.optional(),
  plan_ids: z.string().min(3).max(270).optional(),
});

const replace = ['replace'] as const;
const patchRules = [
  patchRule(/^\/name$/, replace, planFields.name, (plan: Plan, name) => {
    plan.name = name;
  }),
  patchRule(/^\/description$/, replace, planFields.description, (plan: Plan, description) => {
    plan.description = description;
  }),
  patchRule(/^\/taxes\/percentage$/, replace, taxesSchema.shape.percentage, (plan: Plan, percentage) => {
    plan.taxes = { percentage, inclusive: plan.taxes?.inclusive ?? true };
  }),
  patchRule(
    /^\/payment_preferences\/auto_bill_outstanding$/,
    replace,
    preferenceFields.auto_bill_outstanding,
    (plan: Plan, value) => {
      plan.preferences.autoBill = value;
    },
  ),
  patchRule(
    /^\/payment_preferences\/setup_fee$/,
    replace,
    preferenceFields.setup_fee,
    (plan: Plan, value) => {
      plan.preferences.setupFee = value;
    },
  ),
  patchRule(
    /^\/payment_preferences\/setup_fee_failure_action$/,
    replace,
    preferenceFields.setup_fee_failure_action,
    (plan: Plan, value) => {
      plan.preferences.setupFeeFailureAction = value;
    },
  ),
  patchRule(
    /^\/payment_preferences\/payment_failure_threshold$/,
    replace,
    preferenceFields.payment_failure_threshold,
    (plan: Plan, value) => {
      plan.preferences.failureThreshold = value;
    },
  ),
];

const path = '/v1/billing/plans';

/** Serves plans. */
export function planRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state, config } = deps;

  add('plans.create', `POST ${path}`, (call) =>
    createOnce(deps, call, {
      operation: 'plans.create',
      find: (id) => findPlan(deps, id),
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
      tell(deps, type, plan);
      return { status: 204 };
    });

  change('plans.patch', `PATCH ${path}/:id`, (plan, call) => {
    if (plan.status === 'INACTIVE') throw brokenRule('plans.patch', 'PLAN_STATUS_INACTIVE');
    applyPatch(plan, call, patchRules);
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

function tell(deps: SandboxDeps, type: PlanEvent, plan: Plan): void {
  deps.changes.announce({ payments: true });
  void deps.notify(planEvent(deps, type, plan));
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
  tell(deps, 'CREATED', plan);
  return plan;
}
