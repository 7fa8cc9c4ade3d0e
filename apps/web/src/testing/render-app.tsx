import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { createAppRouter } from '../router.tsx';
import { createQueryClient } from '../start-app.tsx';
import { restPage } from '../ui/page-settled.ts';

/** React writes down whatever a boundary catches; a call that failed is shown, and is what the test is about. */
function onCaughtError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: it would be written without this function, too.
  if (!(error instanceof ApiError)) console.error(error);
}

/** The whole app at an address, as start-app.tsx draws it; `address()` is where it is now, `back()` is the browser's button. */
export function renderApp(at: string) {
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createAppRouter(queryClient, history);
  // What it is still loading may come when there is no window any more.
  onTestFinished(() => {
    router.startTransition = () => new Promise(() => {});
    // Nor may it read anew what the next test answers.
    queryClient.clear();
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { onCaughtError },
  );
  restPage();
  return {
    queryClient,
    router,
    address: () => history.location.href,
    back: () => act(() => history.back()),
  };
}
