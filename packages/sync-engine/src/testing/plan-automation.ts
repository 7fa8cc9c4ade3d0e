import type { PlanContext } from '../look-and-plan.ts';
import { plan } from '../plan.ts';
import { type BothSheets, preparePlan } from '../prepare-plan.ts';

/** Plans one automation that is not `two_way` from both sheets as they were read. */
export function planAutomation({ automation, source, target, ...context }: PlanContext & BothSheets) {
  const prepared = preparePlan({ automation, source, target });
  if (prepared.failure !== null) return prepared;
  return { ...prepared, plan: plan({ ...context, ...prepared.given }) };
}
