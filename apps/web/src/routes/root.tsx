import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useOtherUser } from '../stores/other-user.ts';
import { Overlays } from './overlays.tsx';
import { PagePending } from './page-pending.tsx';
import { NotFoundPage } from './pages.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

function Root() {
  useHeadingFocus();
  // Until the page has started anew.
  if (useOtherUser(({ hasCome }) => hasCome)) return <PagePending />;
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  );
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
