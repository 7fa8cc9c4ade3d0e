import './ui/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handleFailures } from './api/failure-handler.ts';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './router.tsx';
import { failureReporting } from './routes/failure-reporting.ts';
import { followTimeZone } from './routes/follow-time-zone.ts';
import { followSystemTheme } from './stores/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const queryClient = createQueryClient();
handleFailures(failureReporting(queryClient));
followTimeZone(queryClient);
followSystemTheme();

// In a task of its own: running all of the application's code has just taken one.
setTimeout(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter(queryClient)} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
