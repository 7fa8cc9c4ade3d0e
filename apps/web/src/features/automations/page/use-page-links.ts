import type { AutomationChange } from '@picksync/contracts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { focusConnect } from '../../../stores/connect-focus.ts';
import { openedHere } from '../../../ui/use-close-dialog.ts';
import type { AutomationField } from '../form/automation-form-values.ts';

/** What the address says in place of the id of a change: the edit that a message has offered to undo. */
export const lastEdit = 'last';

/** Returns what leads on from a page of an automation. Its windows stand in the address, so that Back closes them. */
export function usePageLinks() {
  const navigate = useNavigate();
  const { id = '' } = useParams({ strict: false });
  const open = (dialog: 'edit' | 'delete' | 'destinations' | 'activate', field?: string, undo?: string) =>
    void navigate({
      to: '/automations/$id',
      params: { id },
      search: { dialog, ...(field && { field }), ...(undo && { undo }) },
      state: openedHere,
      resetScroll: false,
    });
  return {
    edit: (field: AutomationField) => open('edit', field),
    /** Leads to the form with what stood there before a change. */
    undo: ({ id, subject }: AutomationChange) => open('edit', subject, id),
    addDestinations: () => open('destinations'),
    activate: () => open('activate'),
    askToDelete: () => open('delete'),
    /** Leads to the button that connects to Smartsheet. */
    reconnect: () => {
      focusConnect();
      void navigate({ to: '/dashboard' });
    },
  };
}
