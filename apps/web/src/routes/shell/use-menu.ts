import { useLocation, useNavigate } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../ui/use-close-dialog.ts';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    isMenuOpen?: true;
  }
}

/**
 * The menu of a phone. Open it is an entry of the browser's history, so that Back closes it; what is chosen in it takes
 * that entry's place.
 */
export function useMenu() {
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.isMenuOpen === true });
  return {
    isOpen,
    open: () => void navigate({ to: '.', search: true, state: { ...openedHere, isMenuOpen: true } }),
    close: useCloseDialog(),
  };
}
