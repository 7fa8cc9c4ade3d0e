import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { handleFailures } from '../api/failure-handler.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { makeRouter } from '../router.tsx';
import { failureReporting } from '../routes/failure-reporting.ts';

/** The whole app at an address, as main.tsx starts it; `address()` is where it is now. */
export const renderApp = (at: string) => {
  const queryClient = makeQueryClient();
  const history = createMemoryHistory({ initialEntries: [at] });
  handleFailures(failureReporting(queryClient));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter(queryClient, history)} />
    </QueryClientProvider>,
  );
  return { queryClient, address: () => history.location.href };
};
