import { ApiError } from '../../api/api-error.ts';

/** Said wherever somebody is at work on an automation that is not there any more. */
export const deletedAutomation = {
  title: 'This automation was deleted in another window',
  text: 'Its dropdown keeps the options it has now.',
};

/** Returns whether a call was refused because its automation is not there any more. */
export function isDeletedAutomation(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'not_found';
}
