import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BackClosesProvider } from '../ui/use-back-closes.tsx';

/** Something that is an entry of the history while it is open, without the app; `back()` is the browser's button. */
export function renderWithHistory(children: ReactNode) {
  const history = createMemoryHistory({ initialEntries: ['/before', '/here'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>
      <BackClosesProvider>{children}</BackClosesProvider>
    </RouterContextProvider>
  );
  return {
    ...render(children, { wrapper }),
    address: () => history.location.href,
    place: () => history.location.state.__TSR_index,
    back: () => act(() => history.back()),
    /** Writes something into the address of the entry, as a list does with what is searched for. */
    writeAddress: (address: string) => act(() => history.replace(address, history.location.state)),
  };
}
