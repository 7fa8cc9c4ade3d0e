import { createRoute } from '@tanstack/react-router';
import { automationQuery } from '../api/automations.queries.ts';
import { runsQuery } from '../api/runs.queries.ts';
import { dashboardRoute } from './dashboard.tsx';
import { pageFor } from './page-for.tsx';
import { AutomationPage, automationPageOf, ReviewPage, reviewPageOf } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** The window that is open above the page, and the field of the form where the focus begins. */
export type AutomationSearch = { dialog?: 'edit' | 'delete' | 'destinations'; field?: string };

/** Anything else in the address is dropped. */
function automationSearch({ dialog, field }: Record<string, unknown>): AutomationSearch {
  if (dialog !== 'edit' && dialog !== 'delete' && dialog !== 'destinations') return {};
  return { dialog, ...(typeof field === 'string' && { field }) };
}

/** One automation in full. */
const automationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id',
  validateSearch: automationSearch,
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadPage({
      queryClient,
      pageOf: automationPageOf,
      likely: AutomationPage,
      prefetch: () => {
        void queryClient.prefetchQuery(automationQuery(id));
        void queryClient.prefetchInfiniteQuery(runsQuery(id));
      },
    }),
  component: pageFor(automationPageOf),
});

/** What a sync that stopped would do, and the decision about it. Opening it reads, and changes nothing. */
const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id/review',
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadPage({
      queryClient,
      pageOf: reviewPageOf,
      likely: ReviewPage,
      prefetch: () => void queryClient.prefetchQuery(automationQuery(id)),
    }),
  component: pageFor(reviewPageOf),
});

/** The dashboard with all automations, and the pages of one. */
export const automationRoutes = [dashboardRoute, automationRoute, reviewRoute] as const;
