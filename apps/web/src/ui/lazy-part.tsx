import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type FunctionComponent, type ReactNode, Suspense, use } from 'react';
import { ErrorState } from './error-state.tsx';

type LazyPartOptions = {
  /** Stands there while the part is on its way. */
  skeleton?: ReactNode;
  /** Stands there when it could not be loaded. */
  failure?: (retry: () => void) => ReactNode;
};

/** Calls back when the browser has nothing better to do. */
function whenIdle(callback: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: 10_000 });
  else setTimeout(callback, 2000);
}

function failureInPlace(retry: () => void): ReactNode {
  return <ErrorState message="This part of the page could not be loaded." onRetry={retry} />;
}

/**
 * Returns a component whose code is a file of its own. It is loaded while the page is idle, so that the first use of it
 * works offline and after a new version was put out. A failure stays where the part would be; the second Retry reloads
 * the page, because files of the version before are gone for good.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { skeleton = null, failure = failureInPlace }: LazyPartOptions = {},
): FunctionComponent<P> {
  let loading: Promise<ComponentType<P>> | null = null;
  let failures = 0;

  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  const forgetFailure = () => {
    loading = null;
  };
  const retry = (reset: () => void) => {
    failures += 1;
    if (failures > 1) return window.location.reload();
    forgetFailure();
    reset();
  };
  whenIdle(() => loadOnce().catch(forgetFailure));

  function Loaded(props: P) {
    const Part = use(loadOnce());
    return <Part {...props} />;
  }
  return function LazyPart(props: P) {
    return (
      <CatchBoundary getResetKey={() => 0} errorComponent={({ reset }) => failure(() => retry(reset))}>
        <Suspense fallback={skeleton}>
          <Loaded {...props} />
        </Suspense>
      </CatchBoundary>
    );
  };
}
