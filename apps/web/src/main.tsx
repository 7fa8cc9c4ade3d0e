import './ui/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { handleFailures } from './api/failure-handler.ts';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './router.tsx';
import { failureReporting } from './routes/failure-reporting.ts';
import { followTimeZone } from './routes/follow-time-zone.ts';
import { followSystemTheme } from './stores/theme.ts';
import { nextTask } from './ui/next-task.ts';
import { prepareFormats } from './ui/prepare-formats.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const queryClient = createQueryClient();
handleFailures(failureReporting(queryClient));
followTimeZone(queryClient);
followSystemTheme();

/** Each step in a task of its own, as running the application's code was one: a slow browser can answer between them. */
async function start(container: HTMLElement): Promise<void> {
  await nextTask();
  const router = createAppRouter(queryClient);
  await nextTask();
  // What the page needs is on its way before anything is drawn.
  void router.load();
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
}

void start(root);
