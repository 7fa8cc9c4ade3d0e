import type { BillingCycle, Plan, Product } from './paypal.model.ts';
import { wireMoney, wireTime } from './wire.ts';

export function productView({ id, name, type, description, createdAt }: Product) {
  return {
    id,
    name,
    type,
    description,
    create_time: wireTime(createdAt),
    update_time: wireTime(createdAt),
    links: [],
  };
}

export function cycleViews(cycles: BillingCycle[], currency: string) {
  return cycles.map(({ tenure, sequence, totalCycles, interval, price }) => ({
    frequency: { interval_unit: interval.unit, interval_count: interval.count },
    tenure_type: tenure,
    sequence,
    total_cycles: totalCycles,
    ...(price > 0 && { pricing_scheme: { version: 1, fixed_price: wireMoney(price, currency) } }),
  }));
}

/** Returns a plan as PayPal shows it. */
export function planView(plan: Plan) {
  return {
    id: plan.id,
    product_id: plan.productId,
    name: plan.name,
    status: plan.status,
    description: plan.description,
    usage_type: 'LICENSED',
    billing_cycles: cycleViews(plan.cycles, plan.currency),
    payment_preferences: {
      service_type: 'PREPAID',
      auto_bill_outstanding: true,
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: plan.failureThreshold,
    },
    quantity_supported: false,
    create_time: wireTime(plan.createdAt),
    update_time: wireTime(plan.updatedAt),
    links: [],
  };
}
