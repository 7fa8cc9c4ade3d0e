import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { openedHere } from '../../ui/use-close-dialog.ts';

/**
 * Returns what the address shows in full beside its list. Opening it adds an entry to the browser's history, so that
 * Back closes it.
 */
export function useOpened() {
  const { open } = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  return {
    opened: open,
    /** The state of the link that opens something. */
    state: openedHere,
    close: () => {
      if (router.state.location.state.isOpenedHere) return router.history.back();
      void navigate({ to: '.', search: ({ open: _closed, ...rest }) => rest, replace: true });
    },
  };
}
