import { type Automation, automationEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
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

/** Returns the actions on an automation that need no form. Each refreshes the dashboard when it is done. */
export function useAutomationActions({ id, isActive }: Automation) {
  const refresh = useRefresh();
  const params = { id };
  const sayWhyNot = (title: string, problem: unknown, fallback: string) => {
    if (!isDeletedAutomation(problem)) return sayFailed(title, problem, fallback);
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
    onError: (problem) => sayWhyNot('Sync failed', problem, 'Failed to trigger manual sync'),
  });

  const toggle = useMutation({
    mutationFn: () => call(automationEndpoints.edit, { params, body: { isActive: !isActive } }),
    onSuccess: async ({ configuration }) => {
      showToast({ title: configuration.isActive ? 'Automation activated' : 'Automation deactivated' });
      await refresh();
    },
    onError: (problem) =>
      sayWhyNot(
        'Update failed',
        isRefusal(problem) ? problem : null,
        'Failed to update the automation status. Please try again.',
      ),
  });

  return { sync, toggle };
}

type ActivateButtonProps = { automation: Automation } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant' | 'pendingLabel'
>;

/** Starts an automation that is paused. */
export function ActivateButton({ automation, ...look }: ActivateButtonProps) {
  const { toggle } = useAutomationActions(automation);
  return (
    <Button {...look} pending={toggle.isPending} onClick={() => toggle.mutate()}>
      Activate
    </Button>
  );
}
