import { apiLink, type Link, type LinkBase } from './links.ts';
import type { BillingCycle, Plan, Preferences, PricingScheme } from './paypal.model.ts';
import { wireTime } from './wire.ts';

function schemeView({ version, fixedPrice, tiers, createdAt, updatedAt }: PricingScheme) {
  return {
    version,
    ...(fixedPrice && { fixed_price: fixedPrice }),
    ...(tiers && { pricing_model: tiers.model, tiers: tiers.list }),
    create_time: wireTime(createdAt),
    update_time: wireTime(updatedAt),
  };
}

export function cycleViews(cycles: BillingCycle[]) {
  return cycles.map(({ tenure, sequence, totalCycles, interval, scheme }) => ({
    ...(scheme && { pricing_scheme: schemeView(scheme) }),
    frequency: { interval_unit: interval.unit, interval_count: interval.count },
    tenure_type: tenure,
    sequence,
    total_cycles: totalCycles,
  }));
}

export function preferencesView({
  autoBill,
  setupFee,
  setupFeeFailureAction,
  failureThreshold,
}: Preferences) {
  return {
    service_type: 'PREPAID',
    auto_bill_outstanding: autoBill,
    ...(setupFee && { setup_fee: setupFee }),
    setup_fee_failure_action: setupFeeFailureAction,
    payment_failure_threshold: failureThreshold,
  };
}

/** Returns a plan as PayPal shows it. */
export function planView(base: LinkBase, plan: Plan) {
  const { links, create_time, ...head } = planSummary(base, plan);
  return {
    ...head,
    billing_cycles: cycleViews(plan.cycles),
    payment_preferences: preferencesView(plan.preferences),
    ...(plan.taxes && { taxes: plan.taxes }),
    quantity_supported: plan.hasQuantity,
    create_time,
    update_time: wireTime(plan.updatedAt),
    links,
  };
}

/** Returns a plan as lists and short answers show it. */
export function planSummary(base: LinkBase, plan: Plan) {
  const { id, productId, name, status, description, createdAt } = plan;
  return {
    id,
    product_id: productId,
    name,
    status,
    ...(description !== null && { description }),
    usage_type: 'LICENSED',
    create_time: wireTime(createdAt),
    links: planLinks(base, plan),
  };
}

function planLinks(base: LinkBase, { id, status }: Plan): Link[] {
  const path = `/v1/billing/plans/${id}`;
  const change = status === 'ACTIVE' ? 'deactivate' : 'activate';
  return [
    apiLink(base, path, 'self'),
    apiLink(base, path, 'edit', 'PATCH'),
    apiLink(base, `${path}/${change}`, change, 'POST'),
    ...(status === 'ACTIVE' ? [apiLink(base, `${path}/update-pricing-schemes`, 'edit', 'POST')] : []),
  ];
}
