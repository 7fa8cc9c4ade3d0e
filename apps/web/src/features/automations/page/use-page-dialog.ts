import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../../ui/use-close-dialog.ts';
import type { AutomationField } from '../form/automation-values.ts';

/** The window above the page of an automation. It stands in the address, so that Back closes it. */
export function usePageDialog(id: string) {
  const navigate = useNavigate();
  const { dialog, field } = useSearch({ strict: false });
  const open = (named: 'edit' | 'delete' | 'destinations', at?: AutomationField) =>
    void navigate({
      to: '/automations/$id',
      params: { id },
      search: { dialog: named, ...(at && { field: at }) },
      state: openedHere,
      resetScroll: false,
    });
  return {
    dialog,
    field,
    edit: (at: AutomationField) => open('edit', at),
    addDestinations: () => open('destinations'),
    askToDelete: () => open('delete'),
    close: useCloseDialog('.'),
  };
}
