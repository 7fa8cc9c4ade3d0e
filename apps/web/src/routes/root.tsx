import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { Overlays } from './overlays.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

function Root() {
  useHeadingFocus();
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
