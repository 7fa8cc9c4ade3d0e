import { useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { PagePending } from './page-pending.tsx';
import { AccountPage, accountPageOf, SessionError } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** Which tab or section is shown. */
type AccountSearch = { section?: string };

function Account() {
  const { data: status } = useQuery(authStatusQuery);
  const Page = accountPageOf(status);
  return <Page />;
}

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: ({ section }): AccountSearch => (typeof section === 'string' ? { section } : {}),
  loader: ({ context: { queryClient } }) =>
    loadPage({ queryClient, pageOf: accountPageOf, likely: AccountPage }),
  component: Account,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
