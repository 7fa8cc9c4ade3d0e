import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { untilFetched } from './api/until-fetched.ts';
import { createAppRouter } from './router.tsx';
import { leaveClosedEntries } from './ui/leave-closed-entries.ts';
import { settlePage } from './ui/page-settled.ts';
import { prepareFormats } from './ui/prepare-formats.ts';
import { sleep } from './ui/sleep.ts';

/** Renders the application. Each step is a task of its own, so that a slow browser stays responsive between them. */
export async function startApp(container: HTMLElement, queryClient: QueryClient): Promise<void> {
  await leaveClosedEntries();
  await sleep();
  const router = createAppRouter(queryClient);
  await sleep();
  // The page's data starts to load before anything is rendered.
  const loading = router.load();
  await sleep();
  // A transition is rendered in slices.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  await prepareFormats();
  await loading;
  await untilFetched(queryClient);
  settlePage();
}
