import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { accountRoutes } from './routes/account-routes.ts';
import { automationRoutes } from './routes/automation-routes.ts';
import { loginRoutes } from './routes/login-routes.tsx';
import { PagePending } from './routes/page-pending.tsx';
import { SessionError } from './routes/pages.ts';
import { rootRoute } from './routes/root.tsx';
import { BackClosesProvider } from './ui/use-back-closes.tsx';

const routeTree = rootRoute.addChildren([...loginRoutes, ...automationRoutes, ...accountRoutes]);

/** `history` is the browser's own unless another is given. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: SessionError,
    scrollRestoration: true,
    InnerWrap: BackClosesProvider,
  });
}

declare module '@tanstack/react-router' {
  // The router's own way of making every link of the app checked against its routes.
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
