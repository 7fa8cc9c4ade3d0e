import { Button } from '@picksync/ui/button.tsx';
import { useIsOnline, useWhenBackOnline } from '@picksync/ui/use-is-online.ts';
import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { FailureBoundary } from './failure-boundary.tsx';
import { pageRests, pageSettled } from './page-settled.ts';
import { reloadPage } from './reload-page.ts';

type LazyPartOptions = {
  /** It floats over the page, as dialogs and messages do. */
  floats?: boolean;
  /** It can wait: its file is loaded once the first page is there and drawn. */
  isLate?: boolean;
  /** Stands in its place while it is loading; nothing, unless given. */
  pending?: ReactNode;
};

/** How far apart parts are loaded while the page is idle: all at once they would hold it up after all. */
const apartMs = 100;
let isTurnTaken = false;

/** Calls back when the browser has nothing better to do, one at a time. */
function whenIdle(callback: () => void): void {
  const takeTurn = () => {
    if (isTurnTaken) return void setTimeout(() => whenIdle(callback), apartMs);
    isTurnTaken = true;
    setTimeout(() => {
      isTurnTaken = false;
    }, apartMs);
    callback();
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(takeTurn, { timeout: 10_000 });
  else setTimeout(takeTurn, 2000);
}

type LoadFailureProps = { floats: boolean | undefined; onRetry: () => void; onBackOnline: () => void };

/**
 * Above the page, an open window would cover it, and keep pointer, focus and screen readers to itself: then it is a modal
 * window of the browser's own, whose code is always there.
 */
function LoadFailure({ floats, onRetry, onBackOnline }: LoadFailureProps) {
  const isOnline = useIsOnline();
  useWhenBackOnline(onBackOnline);
  const message = (
    <div role="alert" className="grid justify-items-center gap-3 p-5 text-center text-sm text-ink-2">
      {isOnline
        ? 'This part of the page could not be loaded.'
        : 'You are offline. This part of the page loads when you reconnect.'}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
  if (!floats) return message;
  return createPortal(
    <dialog
      ref={(box) => {
        if (!box || box.open) return;
        if (document.querySelector('[role$=dialog]')) box.showModal();
        else box.open = true;
      }}
      // For a window below it, a press here would be one beside it, which closes it.
      onPointerDown={(event) => event.stopPropagation()}
    >
      {message}
    </dialog>,
    document.body,
  );
}

/**
 * Returns a component whose code is a separate file. It is loaded when the page is complete and idle, so that its first use
 * also works offline and after a new version was deployed. A failure is shown in the place of the component. Retry reloads
 * the page when loading the file fails again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { floats, isLate, pending = null }: LazyPartOptions = {},
): FunctionComponent<P> {
  let loading: Promise<ComponentType<P>> | null = null;

  const loadOnce = () => {
    loading ??= load().catch((cause) => {
      loading = null;
      throw cause;
    });
    return loading;
  };
  const loadInTurn = () => (isLate ? pageRests.then(loadOnce) : loadOnce());
  const lazily = () => lazy(async () => ({ default: (await loadInTurn()) as ComponentType<object> }));
  let Loaded = lazily();
  const retry = (reset: () => void, onFailure: () => void) =>
    void loadOnce().then(() => {
      Loaded = lazily();
      reset();
    }, onFailure);
  // Until then it would take the line from what the page itself is waiting for.
  void pageSettled.then(() => whenIdle(() => void loadOnce().catch(() => undefined)));

  /** Looks up what is current when it is drawn: after a Retry that is another attempt. */
  function Current(props: P) {
    return <Loaded {...props} />;
  }
  return function LazyPart(props: P): ReactNode {
    return (
      <FailureBoundary
        failure={({ reset }) => (
          <LoadFailure
            floats={floats}
            onRetry={() => retry(reset, reloadPage)}
            // Nobody has asked for a reload, which would lose what is typed.
            onBackOnline={() => retry(reset, () => undefined)}
          />
        )}
      >
        <Suspense fallback={pending}>
          <Current {...props} />
        </Suspense>
      </FailureBoundary>
    );
  };
}
