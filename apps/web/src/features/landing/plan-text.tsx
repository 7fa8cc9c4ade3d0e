import { countConfigurations, type plans } from '@picksync/contracts';

type Plan = (typeof plans)[keyof typeof plans];

/**
 * The name, price or limit of a plan. The server replaces it with the changes of administrators: see
 * `write-plans-into.ts` of the API.
 */
export function PlanText({ plan, what }: { plan: Plan; what: 'name' | 'price' | 'limit' }) {
  const words = { name: plan.name, price: dollars(plan.priceCents), limit: countConfigurations(plan.limit) };
  return <span {...{ [`data-plan-${what}`]: plan.id }}>{words[what]}</span>;
}

/** Returns a price as the start page shows it: `$6.99`, and `$0`. */
function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}
