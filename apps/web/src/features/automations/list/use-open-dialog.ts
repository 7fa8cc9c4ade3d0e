import type { Automation } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../../ui/use-close-dialog.ts';
import { type AutomationDialog, findAutomationDialog } from '../automation-dialogs.ts';
import type { AutomationField } from '../form/automation-values.ts';

/**
 * The dialog of an automation that is open. It stands in the address, so that Back closes it, and so that it is open
 * after a reload with what was entered.
 */
export function useOpenDialog() {
  const navigate = useNavigate();
  // `useSearch` also returns what the route's validation drops from the address.
  const { dialog, automation: id, field } = useSearch({ strict: false });
  const open = (named: AutomationDialog, automation: Automation, at?: AutomationField) => {
    // A dialog takes the place of the one before.
    const replace = dialog !== undefined;
    void navigate({
      to: '/dashboard',
      search: { dialog: named, automation: automation.id, ...(at && { field: at }) },
      replace,
      state: replace ? true : openedHere,
      resetScroll: false,
    });
  };
  return {
    id,
    dialog: id === undefined ? undefined : findAutomationDialog(dialog),
    /** Where the form begins: what the user came for. */
    field,
    openPage: ({ id }: Pick<Automation, 'id'>) => void navigate({ to: '/automations/$id', params: { id } }),
    edit: (automation: Automation, at: AutomationField) => open('edit', automation, at),
    review: ({ id }: Pick<Automation, 'id'>) =>
      void navigate({ to: '/automations/$id/review', params: { id } }),
    askToDelete: (automation: Automation) => open('delete', automation),
    showRun: (automation: Automation) => open('run', automation),
    addDestinations: (automation: Automation) => open('destinations', automation),
    close: useCloseDialog(),
  };
}
