import { ApiError } from '../../api/api-error.ts';

/** The message wherever a user works on an automation that was deleted. */
export const deletedAutomation = {
  title: 'This automation was deleted in another window',
  text: 'Its column keeps its list.',
};

/** Returns whether a call was refused because its automation was deleted. */
export function isDeletedAutomation(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'not_found';
}

/** Returns whether a request was refused because the plan allows no more automations. */
export function isPlanLimit(problem: unknown): boolean {
  return (
    problem instanceof ApiError &&
    (problem.code === 'free_plan_limit' || problem.code === 'plan_limit_reached')
  );
}
