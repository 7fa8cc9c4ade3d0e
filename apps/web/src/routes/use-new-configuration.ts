import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { listSearch } from '../features/automations/list/list-search.ts';
import { useListPage } from '../features/automations/list/use-list-page.ts';
import { openedHere, useCloseDialog } from '../ui/use-close-dialog.ts';

/** Returns the state of the dialog, which is kept in the address, so that the sidebar and links can open it too. */
export function useNewConfiguration() {
  const navigate = useNavigate();
  const page = useListPage();
  const search = useSearch({ strict: false });
  const replace = useLocation({ select: ({ state }) => state.isMenuOpen === true });
  return {
    open: search.dialog === 'new-configuration',
    show: () =>
      void navigate({
        to: page,
        search: { ...listSearch(search), dialog: 'new-configuration' },
        state: openedHere,
        replace,
      }),
    hide: useCloseDialog(page),
  };
}
