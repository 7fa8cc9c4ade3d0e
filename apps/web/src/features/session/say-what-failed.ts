import { ApiError } from '../../api/api-error.ts';
import { getMessage } from '../../api/form-errors.ts';
import { showToast } from '../../stores/toast.ts';

/** Says in a message what could not be done; says nothing to a user who has cancelled the proof that it needed. */
export function sayWhatFailed(problem: unknown, fallback: string): void {
  if (problem instanceof ApiError && problem.code === 'proof_required') return;
  showToast({ tone: 'bad', title: 'That did not work', description: getMessage(problem, fallback) });
}
