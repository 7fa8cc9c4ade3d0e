import { type Automation, automationEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ApiError, mayPassLater } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { sayFailed, tryAgain } from '../../../api/use-action.ts';
import { type NewToast, showToast } from '../../../stores/toast.ts';
import { waitingText } from '../automation-status.tsx';
import { deletedAutomation, isDeletedAutomation, isPlanLimit } from '../refusals.ts';
import { useRefresh } from '../use-refresh.ts';

/** Returns whether the reply says what to do, other than to try again. */
function isRefusal(problem: unknown): boolean {
  if (isPlanLimit(problem) || isDeletedAutomation(problem)) return true;
  return (
    problem instanceof ApiError && (problem.code === 'column_taken' || problem.code === 'automation_loop')
  );
}

/**
 * Returns the actions on an automation that need no form. Each refreshes the dashboard when it is done. Activating one that
 * rests after a restore leads to the page that says what this would do.
 */
export function useAutomationActions({ id, isActive, pausedBy }: Automation) {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const params = { id };
  const sayWhyNot = (failed: Parameters<typeof sayFailed>[0]) => {
    if (!isDeletedAutomation(failed.problem)) return sayFailed(failed);
    showToast({ tone: 'bad', title: deletedAutomation.title, description: deletedAutomation.text });
    void refresh();
  };

  const sync = useMutation({
    mutationFn: () => call(automationEndpoints.sync, { params }),
    onSuccess: async ({ configuration: { waiting } }) => {
      const description = waiting ? waitingText(waiting, new Date()) : undefined;
      showToast({ title: 'Manual sync triggered', ...(description && { description }) });
      await refresh();
    },
    onError: (problem) =>
      sayWhyNot({
        title: 'Sync failed',
        problem,
        fallback: 'Failed to trigger manual sync',
        retry: (): void => sync.mutate(),
      }),
  });

  const setActive = useMutation({
    mutationFn: (wanted: boolean) => call(automationEndpoints.edit, { params, body: { isActive: wanted } }),
    onSuccess: async ({ configuration }) => {
      showToast(configuration.isActive ? { title: 'Automation activated' } : deactivated());
      await refresh();
    },
    onError: (problem, wanted) =>
      isRefusal(problem)
        ? sayWhyNot({ title: 'Update failed', problem, fallback: notUpdated })
        : showToast({
            tone: 'bad',
            title: 'Update failed',
            description: notUpdated,
            ...(mayPassLater(problem) && { action: tryAgain((): void => setActive.mutate(wanted)) }),
          }),
  });
  const deactivated = (): NewToast => ({
    tone: 'paused',
    title: 'Automation deactivated',
    action: {
      label: 'Undo',
      elsewhere: 'It can be activated again on its page.',
      act: (): void => setActive.mutate(true),
    },
  });
  const toggle = { isPending: setActive.isPending, mutate: () => setActive.mutate(!isActive) };

  const askFirst = () =>
    void navigate({
      to: '/automations/$id',
      params: { id },
      search: { dialog: 'activate' },
    });
  return { sync, toggle: { ...toggle, run: pausedBy === 'restore' ? askFirst : toggle.mutate } };
}

const notUpdated = 'Failed to update the automation status. Please try again.';

type ActivateButtonProps = { automation: Automation } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant' | 'pendingLabel'
>;

/** Starts an automation that is paused. */
export function ActivateButton({ automation, ...look }: ActivateButtonProps) {
  const { toggle } = useAutomationActions(automation);
  return (
    <Button {...look} pending={toggle.isPending} onClick={toggle.run}>
      Activate
    </Button>
  );
}
