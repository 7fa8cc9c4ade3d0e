import { ApiError } from '../../api/api-error.ts';

/** Whether a request was refused because the plan allows no more automations. */
export const isPlanLimit = (problem: unknown): boolean =>
  problem instanceof ApiError &&
  (problem.code === 'free_plan_limit' || problem.code === 'plan_limit_reached');
