import { countConfigurations } from '@picksync/contracts';
import type { OfferedPlan, OfferedPlans } from '../base/offered-plans.ts';

const marked = /(<span data-plan-(name|price|limit)="(\d+)">)[^<]*/g;

/**
 * Writes the administrators' changes of the plans into the start page, which was rendered when the application was
 * built.
 */
export function writePlansInto(page: string, { plans }: Pick<OfferedPlans, 'plans'>): string {
  return page.replace(marked, (unchanged, open: string, what: string, id: string) => {
    const plan = plans.find((one) => String(one.id) === id);
    return plan ? `${open}${escaped(describePlan(plan, what))}` : unchanged;
  });
}

function describePlan({ name, priceCents, currency, limit }: OfferedPlan, what: string): string {
  if (what === 'name') return name;
  if (what === 'limit') return countConfigurations(limit);
  const isWhole = priceCents % 100 === 0;
  const format = { style: 'currency', currency, minimumFractionDigits: isWhole ? 0 : 2 } as const;
  return new Intl.NumberFormat('en-US', format).format(priceCents / 100);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
