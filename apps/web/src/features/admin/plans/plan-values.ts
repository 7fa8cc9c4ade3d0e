import '../../../api/zod-without-eval.ts';
import { editPlanBody } from '@picksync/contracts';
import type { AdminPlan as Plan } from '../../../api/admin.queries.ts';
import { type Checked, checkWith } from '../../../api/check-with.ts';

/** What the form holds: inputs may stay empty. */
export type PlanValues = {
  name: string;
  description: string;
  price: string;
  maxConfigurations: string;
  /** One per line. */
  features: string;
  isPopular: boolean;
};

export function toValues(plan: Plan): PlanValues {
  return {
    name: plan.name,
    description: plan.description,
    price: String(plan.price),
    maxConfigurations: String(plan.maxConfigurations),
    features: plan.features.join('\n'),
    isPopular: plan.isPopular,
  };
}

function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}

function splitLines(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Returns the fields that were changed in the form, so that changes of another administrator stay. */
function toChanges(typed: PlanValues, plan: Plan) {
  const before: Record<string, unknown> = toValues(plan);
  const now: Record<string, unknown> = typed;
  const { price, maxConfigurations, features } = typed;
  const numbers = { price: toNumber(price), maxConfigurations: toNumber(maxConfigurations) };
  const all = { ...typed, ...numbers, features: splitLines(features) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => now[name] !== before[name]));
}

/** The body that changes what was changed in the form. */
export function toEdit(typed: PlanValues, plan: Plan) {
  return editPlanBody.parse(toChanges(typed, plan));
}

const checkBody = checkWith<unknown>(editPlanBody);

export function checkPlan(typed: PlanValues, plan: Plan): Checked<PlanValues> {
  const checked = checkBody(toChanges(typed, plan));
  if ('values' in checked) return { values: typed };
  // An error of one line is shown beneath all of them.
  return {
    errors: Object.fromEntries(
      Object.entries(checked.errors).map(([path, message]) => [path.split('.')[0] ?? path, message]),
    ),
  };
}
