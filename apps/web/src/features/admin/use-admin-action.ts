import { useRefreshAdmin } from '../../api/admin.queries.ts';
import { sayDone, useAction } from '../../api/use-action.ts';
import type { Question } from '../../stores/confirm.ts';

type AdminAction<I> = {
  send: (input: I) => Promise<{ message: string }>;
  /** The title of the message when it failed. */
  failed: string;
  ask?: (input: I) => Question;
};

/** Returns a mutation for a button of administrators: it shows the result and loads the changed data again. */
export function useAdminAction<I = void>({ failed, ...action }: AdminAction<I>) {
  const refresh = useRefreshAdmin();
  return useAction({ ...action, onDone: sayDone, failure: { title: failed }, refresh });
}
