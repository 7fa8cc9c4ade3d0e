import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react';
import { PageFailure } from './page-failure.tsx';
import { PagePending } from './page-pending.tsx';

/** The page's file could not be fetched. */
class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

export type LazyPage<P extends object = object> = FunctionComponent<P> & {
  /** Fetches the page's file. Never rejects: the page itself says that it could not be fetched. */
  preload: () => Promise<void>;
};

/**
 * Returns a page in a file of its own. Preloaded it is there at once; else the pending page stands in until it is. A file
 * that cannot be fetched fails in the page's place, with all that floats above it staying; the second Retry reloads, because
 * the files of the version before are gone for good.
 */
export function lazyPage<P extends object = object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let loaded: ComponentType<P> | null = null;
  let retries = 0;
  const fetchOnce = async () => {
    loaded = await load().catch((cause) => {
      throw new PageLoadError('The file of a page could not be fetched', { cause });
    });
    return { default: loaded as ComponentType<object> };
  };
  let Lazy = lazy(fetchOnce);
  const retry = (reset: () => void) => {
    retries += 1;
    if (retries > 1) return window.location.reload();
    Lazy = lazy(fetchOnce);
    reset();
  };

  function Shown(props: P) {
    // Decided once: changing from one to the other would mount the page anew.
    const [Page] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Page {...props} />;
  }
  function Page(props: P) {
    return (
      <CatchBoundary
        getResetKey={() => 0}
        errorComponent={({ error, reset }) => {
          // What else fails in a page is the route's to show.
          if (!(error instanceof PageLoadError)) throw error;
          return <PageFailure onRetry={() => retry(reset)} />;
        }}
      >
        <Suspense fallback={<PagePending />}>
          <Shown {...props} />
        </Suspense>
      </CatchBoundary>
    );
  }
  const preload = () =>
    fetchOnce().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
