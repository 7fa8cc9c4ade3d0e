import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { reloadPage } from '../ui/reload-page.ts';
import { PageFailure } from './page-failure.tsx';
import { PagePending } from './page-pending.tsx';
import { focusOnceShown } from './use-heading-focus.ts';

export type LazyPage<P extends object = object> = FunctionComponent<P> & {
  /** Loads the page's file. Never rejects: the page itself shows the failure. */
  preload: () => Promise<void>;
};

/**
 * Returns a page whose code is a separate file. A preloaded page is shown at once; otherwise the pending page is shown until
 * it is loaded. A file that cannot be loaded shows a failure in the page's place, and what floats above it stays. Retry
 * reloads the page when loading the file fails again.
 */
export function lazyPage<P extends object = object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let loaded: ComponentType<P> | null = null;
  /** Thrown when the file could not be loaded; one for all tries, so that it is known again. */
  let failure: Error | null = null;
  const fetchOnce = async () => {
    loaded = await load().catch((cause) => {
      failure ??= new Error('The file of a page could not be fetched', { cause });
      throw failure;
    });
    return { default: loaded as ComponentType<object> };
  };
  const preload = () =>
    fetchOnce().then(
      () => undefined,
      () => undefined,
    );
  const Lazy = lazy(fetchOnce);
  const retry = async (reset: () => void) => {
    await preload();
    if (loaded) {
      flushSync(reset);
      focusOnceShown();
      return;
    }
    // A reload would lose what is typed into an open dialog.
    if (!document.querySelector('[role="dialog"]')) reloadPage();
  };
  const current = (): ComponentType<P> => {
    if (loaded) return loaded;
    // Preloading failed a moment ago: loading again would only show a skeleton first.
    if (failure) throw failure;
    return Lazy;
  };

  function Shown(props: P) {
    // Decided once: changing the component would mount the page again.
    const [{ Page }] = useState(() => ({ Page: current() }));
    return <Page {...props} />;
  }
  function Page(props: P) {
    return (
      <FailureBoundary
        failure={({ error, reset }) => {
          // The route shows any other failure of a page.
          if (error !== failure) throw error;
          return <PageFailure onRetry={() => void retry(reset)} />;
        }}
      >
        <Suspense fallback={<PagePending />}>
          <Shown {...props} />
        </Suspense>
      </FailureBoundary>
    );
  }
  return Object.assign(Page, { preload });
}
