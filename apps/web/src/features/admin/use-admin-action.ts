import { useMutation } from '@tanstack/react-query';
import { useRefreshAdmin } from '../../api/admin.queries.ts';
import { ApiError } from '../../api/api-error.ts';
import { getMessage } from '../../api/form-errors.ts';
import { showToast } from '../../stores/toast.ts';

/** A user who cancels the proof knows why nothing happened. */
function isProofMissing(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'proof_required';
}

/** Returns a mutation for a button without a form: it shows the result and loads the changed data again. */
export function useAdminAction<I>(send: (input: I) => Promise<{ message: string }>, failed: string) {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      showToast({ title: message });
      return refresh();
    },
    onError: (problem) => {
      if (isProofMissing(problem)) return;
      showToast({ tone: 'bad', title: failed, description: getMessage(problem, 'Please try again.') });
      return refresh();
    },
  });
}
