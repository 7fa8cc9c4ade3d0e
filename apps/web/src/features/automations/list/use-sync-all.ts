import { type Automation, automationEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import { useRefresh } from '../use-refresh.ts';

/** Asks for a sync of each automation that is active; one that is refused does not hold the others. */
export function useSyncAll(automations: readonly Automation[]) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const active = automations.filter(({ isActive }) => isActive);
      const results = await Promise.allSettled(
        active.map(({ id }) => call(automationEndpoints.sync, { params: { id } }, { quiet: true })),
      );
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      return { count: active.length, refused };
    },
    onSuccess: ({ count, refused }) => {
      if (count === 0) return sayNone();
      if (refused.length === count) return sayFailed(refused[0]);
      const done = count - refused.length;
      showToast({
        title: refused.length === 0 ? 'Manual sync triggered' : `${done} of ${count} syncs triggered`,
      });
    },
    onError: sayFailed,
    onSettled: refresh,
  });
}

function sayNone(): void {
  showToast({ tone: 'bad', title: 'These automations are paused', description: 'Activate one to sync it.' });
}

function sayFailed(problem: unknown): void {
  showToast({
    tone: 'bad',
    title: 'Sync failed',
    description: getMessage(problem, 'Failed to trigger manual sync'),
  });
}
