import type { Plan } from './plan.ts';

/**
 * Returns the list of a plan with the options that it would remove, each behind the one that it stands behind now: what can be
 * written while they may not go.
 */
export function withoutRemovals(
  { options, removed }: Pick<Plan, 'options' | 'removed'>,
  current: readonly string[],
): string[] {
  const next = [...options];
  const isRemoved = new Set(removed);
  let before: string | undefined;
  for (const option of new Set(current)) {
    if (isRemoved.has(option)) next.splice(before === undefined ? 0 : next.indexOf(before) + 1, 0, option);
    before = option;
  }
  return next;
}
