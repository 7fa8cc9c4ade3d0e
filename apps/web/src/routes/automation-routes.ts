import { createRoute } from '@tanstack/react-router';
import { automationQuery } from '../api/automations.queries.ts';
import { runsQuery } from '../api/runs.queries.ts';
import { dashboardRoute } from './dashboard.tsx';
import { pageFor } from './page-for.tsx';
import { AutomationPage, getAutomationPage, getReviewPage, ReviewPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** The dialog above the page, and the field of the form that gets the focus. */
export type AutomationSearch = { dialog?: 'edit' | 'delete' | 'destinations'; field?: string };

/** Validates the parameters of the address; any others are dropped. */
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
      getPage: getAutomationPage,
      likely: AutomationPage,
      prefetch: () => {
        void queryClient.prefetchQuery(automationQuery(id));
        void queryClient.prefetchInfiniteQuery(runsQuery(id));
      },
    }),
  component: pageFor(getAutomationPage),
});

/** The review of a stopped sync. Opening it changes nothing. */
const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id/review',
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadPage({
      queryClient,
      getPage: getReviewPage,
      likely: ReviewPage,
      prefetch: () => void queryClient.prefetchQuery(automationQuery(id)),
    }),
  component: pageFor(getReviewPage),
});

/** The dashboard with all automations, and the pages of one. */
export const automationRoutes = [dashboardRoute, automationRoute, reviewRoute] as const;
