import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { handleFailures } from './api/call.ts';
import { authStatusQuery } from './api/session.queries.ts';
import { createAppRouter } from './router.tsx';
import { showFailure } from './stores/failure.ts';
import { useLeaving } from './stores/leaving.ts';
import { followSystemTheme } from './stores/theme.ts';
import { setDateReader } from './ui/date-reader.ts';
import { restPage, settlePage } from './ui/page-settled.ts';
import { sleep } from './ui/sleep.ts';

/** Renders the application. Each step is a task of its own, so that a slow browser stays responsive between them. */
export async function startApp(container: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  followSystemTheme();
  await leaveClosedEntries();
  await sleep();
  const router = createAppRouter(queryClient);
  await sleep();
  // The page's data starts to load before anything is rendered.
  const loading = router.load();
  await sleep();
  // What was drawn at the build stays until the same can be drawn here.
  if (container.querySelector('[data-drawn]')) await loading;
  // A transition is rendered in slices.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  await prepareFormats();
  await loading;
  await untilFetched(queryClient);
  settlePage();
  if (typeof requestIdleCallback === 'function') requestIdleCallback(restPage, { timeout: 1000 });
  else restPage();
}

/**
 * Returns the cache of everything that is loaded. Data is never stale by itself: the code that changes it loads it again.
 * Nothing retries, polls or refetches unless a query says so.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A call made while offline fails at once with a text, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  reportFailures(queryClient);
  followDateReader(queryClient);
  return queryClient;
}

/** Handles every failed call: detects that the session has ended, and shows failures that no view shows. */
function reportFailures(queryClient: QueryClient): void {
  handleFailures((error, { showsFailure }) => {
    // Other refusals of a login or a step-up have status 401 as well.
    if (error.code === 'unauthenticated') {
      if (useLeaving.getState().isLeaving) return;
      // If the session is over, it has a dialog of its own.
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      return;
    }
    // The page may not know yet that nothing can be changed.
    if (error.code === 'maintenance')
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    if (showsFailure) showFailure(error);
  });
}

/** Makes every page show days and times in the time zone, the order and by the clock that the user has chosen. */
function followDateReader(queryClient: QueryClient): void {
  let shown = '';
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== authStatusQuery.queryKey[0]) return;
    const user = queryClient.getQueryData(authStatusQuery.queryKey)?.user;
    const reader = user ? { timeZone: user.timeZone, clock: user.clock, dateOrder: user.dateOrder } : null;
    const next = JSON.stringify(reader);
    if (next === shown) return;
    shown = next;
    setDateReader(reader);
  });
}

/**
 * Goes back over what was open above the page before it was loaded again: nothing of it is open any more, and Back would lead
 * nowhere there.
 */
export async function leaveClosedEntries(): Promise<void> {
  const above = window.history.state?.above;
  if (!above) return;
  await new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    // Going back within a page takes a moment, never that long.
    setTimeout(resolve, 1000);
    window.history.go(-above);
  });
}

/**
 * Has the browser read what it needs to write numbers and dates. It does so for the first of each, and takes longer for it
 * than to draw a page of them. The first use of `Intl` at all reads the list of languages, which is half of it.
 */
async function prepareFormats(): Promise<void> {
  await sleep();
  Intl.Collator.supportedLocalesOf('en-US');
  await sleep();
  (0).toLocaleString('en-US');
  await sleep();
  new Intl.DateTimeFormat('en-US').format(0);
}

/** How long to wait for a reply at most. */
const longestMs = 10_000;

/** Waits until no query is being fetched. */
export function untilFetched(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      if (queryClient.isFetching() === 0) end();
    };
    const timer = setTimeout(end, longestMs);
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
