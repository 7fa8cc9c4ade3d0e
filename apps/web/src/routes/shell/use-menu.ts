import { useLocation, useNavigate } from '@tanstack/react-router';
import { openedHere, useCloseDialog } from '../../ui/use-close-dialog.ts';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    isMenuOpen?: true;
  }
}

/**
 * Returns the state of the menu on a phone. While open it is an entry of the browser's history, so that Back closes it;
 * a chosen link replaces that entry.
 */
export function useMenu() {
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.isMenuOpen === true });
  return {
    isOpen,
    open: () =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        hashScrollIntoView: false,
        state: { ...openedHere, isMenuOpen: true },
        resetScroll: false,
      }),
    close: useCloseDialog(),
  };
}
