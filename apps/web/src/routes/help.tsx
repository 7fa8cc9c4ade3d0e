import { createRoute } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { helpSearch } from '../features/help/help-search.ts';
import { HelpPage } from './pages.ts';
import { rootRoute } from './root.tsx';

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: helpSearch,
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.ensureQueryData(authStatusQuery), HelpPage.preload()]);
  },
  component: HelpPage,
});
