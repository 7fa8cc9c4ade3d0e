import { useMutation } from '@tanstack/react-query';
import { useRefreshAdmin } from '../../api/admin.queries.ts';
import { ApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/form-errors.ts';
import { showToast } from '../../stores/toast.ts';

/** Who cancels the proof knows why nothing happened. */
function isProofMissing(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'proof_required';
}

/** Returns a mutation for a button without a form: it says what came of it, and what it changed is loaded again. */
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
      showToast({ tone: 'bad', title: failed, description: messageOf(problem, 'Please try again.') });
      return refresh();
    },
  });
}
