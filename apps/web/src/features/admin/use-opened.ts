import { useNavigate, useSearch } from '@tanstack/react-router';
import { openedHere, useCloseEntry } from '../../ui/use-close-dialog.ts';

/**
 * Returns what the address shows in full beside its list. Opening it adds an entry to the browser's history, so that
 * Back closes it.
 */
export function useOpened() {
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = useCloseEntry(
    () => void navigate({ to: '.', search: ({ open: _closed, ...rest }) => rest, replace: true }),
  );
  return {
    opened: open,
    /** The state of the link that opens something. */
    state: openedHere,
    close,
  };
}
