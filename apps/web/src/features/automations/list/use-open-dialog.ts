import type { Automation } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../../ui/use-close-dialog.ts';
import { type AutomationDialog, automationDialogOf } from '../automation-dialogs.ts';
import type { AutomationField } from '../form/automation-values.ts';

const fields: readonly AutomationField[] = [
  'name',
  'sourceSheet',
  'sourceColumn',
  'targetSheet',
  'targetColumn',
  'removeDuplicates',
  'maxRemovalPercent',
];

/**
 * The dialog of an automation that is open. It stands in the address, so that Back closes it, and so that it is open
 * after a reload with what was entered.
 */
export function useOpenDialog() {
  const navigate = useNavigate();
  // What the route drops from the address is in what `useSearch` reads all the same.
  const { dialog, automation: id, field } = useSearch({ strict: false });
  const open = (named: AutomationDialog, automation: Automation, at?: AutomationField) => {
    // From the panel its form and its review lead back to it; any other dialog takes the place of the one before.
    const replace = dialog !== undefined && (dialog !== 'details' || named === 'delete');
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
    dialog: id === undefined ? undefined : automationDialogOf(dialog),
    /** Where the form begins: what the user came for. */
    field: fields.find((candidate) => candidate === field) ?? 'name',
    showDetails: (automation: Automation) => open('details', automation),
    edit: (automation: Automation, at: AutomationField) => open('edit', automation, at),
    review: (automation: Automation) => open('review', automation),
    askToDelete: (automation: Automation) => open('delete', automation),
    close: useCloseDialog(),
  };
}
