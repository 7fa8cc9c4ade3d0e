import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { untilFetched } from './api/until-fetched.ts';
import { createAppRouter } from './router.tsx';
import { nextTask } from './ui/next-task.ts';
import { settlePage } from './ui/page-settled.ts';
import { prepareFormats } from './ui/prepare-formats.ts';

/** Draws the application. Each step is a task of its own, as running the application's code was one: a slow browser can answer between them. */
export async function startApp(container: HTMLElement, queryClient: QueryClient): Promise<void> {
  await nextTask();
  const router = createAppRouter(queryClient);
  await nextTask();
  // What the page needs is on its way before anything is drawn.
  const loading = router.load();
  await nextTask();
  // In slices, as every transition is.
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
