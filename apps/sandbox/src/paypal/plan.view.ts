import type { Config } from '../config.ts';
import { apiLink } from './links.ts';
import type { Plan, Preferences } from './paypal.model.ts';

export function preferencesView(preferences: Preferences) {
  return { service_type: 'PREPAID', ...preferences };
}

export function planView(base: Config, { currency: _, payment_preferences: preferences, ...plan }: Plan) {
  const path = `/v1/billing/plans/${plan.id}`;
  const isActive = plan.status === 'ACTIVE';
  const change = isActive ? 'deactivate' : 'activate';
  return {
    ...plan,
    usage_type: 'LICENSED',
    payment_preferences: preferencesView(preferences),
    links: [
      apiLink(base, path, 'self'),
      apiLink(base, path, 'edit', 'PATCH'),
      apiLink(base, `${path}/${change}`, change, 'POST'),
      ...(isActive ? [apiLink(base, `${path}/update-pricing-schemes`, 'edit', 'POST')] : []),
    ],
  };
}

/** Returns a plan as lists and short answers show it. */
export function planSummary(base: Config, plan: Plan) {
  const { id, product_id, name, status, description, usage_type, create_time, links } = planView(base, plan);
  return { id, product_id, name, status, description, usage_type, create_time, links };
}
