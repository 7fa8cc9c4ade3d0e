import { type Automation, automationEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { waitingText } from '../automation-status.ts';
import { isPlanLimit } from '../plan-limit.ts';
import { useRefresh } from '../use-refresh.ts';

const quiet = { quiet: true };
const toggleFailed = 'Failed to update the automation status. Please try again.';

/** Whether the answer says what to do, which trying again is not. */
function isRefusal(problem: unknown): boolean {
  if (isPlanLimit(problem)) return true;
  return (
    problem instanceof ApiError && (problem.code === 'column_taken' || problem.code === 'automation_loop')
  );
}

/** What can be done to an automation from its row. Each refreshes the dashboard when it is done. */
export function useAutomationActions({ id, name, isActive }: Automation) {
  const refresh = useRefresh();
  const params = { id };

  const sync = useMutation({
    mutationFn: () => call(automationEndpoints.sync, { params }, quiet),
    onSuccess: async ({ configuration: { waiting } }) => {
      const description = waiting ? waitingText(waiting) : undefined;
      showToast({ title: 'Manual sync triggered', ...(description && { description }) });
      await refresh();
    },
    onError: (problem) =>
      showToast({
        tone: 'bad',
        title: 'Sync failed',
        description: messageOf(problem, 'Failed to trigger manual sync'),
      }),
  });

  const toggle = useMutation({
    mutationFn: () => call(automationEndpoints.edit, { params, body: { isActive: !isActive } }, quiet),
    onSuccess: async ({ configuration }) => {
      showToast({ title: configuration.isActive ? 'Automation activated' : 'Automation deactivated' });
      await refresh();
    },
    onError: (problem) =>
      showToast({
        tone: 'bad',
        title: 'Update failed',
        description: isRefusal(problem) ? messageOf(problem, toggleFailed) : toggleFailed,
      }),
  });

  const remove = useMutation({
    mutationFn: () => call(automationEndpoints.remove, { params }, quiet),
    onSuccess: async () => {
      showToast({ title: 'Configuration deleted' });
      await refresh();
    },
    onError: (problem) =>
      showToast({
        tone: 'bad',
        title: 'Delete failed',
        description: messageOf(problem, 'The automation could not be deleted. Please try again.'),
      }),
  });

  const askToRemove = async () => {
    const sure = await askToConfirm({
      title: 'Delete Automation',
      description: `“${name}” will be deleted. This cannot be undone. The dropdown keeps the options it has now.`,
      confirmLabel: 'Delete',
      destructive: true,
    });
    if (sure) remove.mutate();
  };

  return { sync, toggle, remove, askToRemove };
}
