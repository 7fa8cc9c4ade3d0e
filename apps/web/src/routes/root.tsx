import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOtherUser } from '../stores/other-user.ts';
import { Overlays } from './overlays.tsx';
import { PagePending } from './page-pending.tsx';
import { NotFoundPage } from './pages.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

/** Loads the page again. A window that closes goes back over its entry of the history, which ends the first try. */
function OtherUser() {
  useEffect(() => {
    const startAnew = () => window.location.replace('/');
    window.addEventListener('popstate', startAnew);
    startAnew();
    return () => window.removeEventListener('popstate', startAnew);
  }, []);
  return <PagePending />;
}

function Root() {
  useHeadingFocus();
  if (useOtherUser(({ hasCome }) => hasCome)) return <OtherUser />;
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
