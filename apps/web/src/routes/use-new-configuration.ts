import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../ui/use-close-dialog.ts';

/** Whether the dialog is open stands in the address, so that the sidebar and a link can open it too. */
export function useNewConfiguration() {
  const navigate = useNavigate();
  const { dialog } = useSearch({ strict: false });
  return {
    open: dialog === 'new-configuration',
    show: () =>
      void navigate({ to: '/dashboard', search: { dialog: 'new-configuration' }, state: openedHere }),
    hide: useCloseDialog(),
  };
}
