import { Button } from '@picksync/ui/button.tsx';
import { useIsOnline, useWhenBackOnline } from '@picksync/ui/use-is-online.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { authStatusQuery, hasFirstStep } from '../api/session.queries.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { knownShell } from './shell/known-shell.ts';

type PageFailureProps = {
  title?: string;
  text?: ReactNode;
  onRetry: () => void;
};

/**
 * Shown in place of a page that could not be loaded, until the network is back or the user retries. A signed-in user
 * keeps the sidebar, and can go elsewhere.
 */
export function PageFailure(props: PageFailureProps) {
  const { onRetry } = props;
  const isInside = useMayGoElsewhere();
  const Shell = isInside ? knownShell() : null;
  useWhenBackOnline(onRetry);
  if (!Shell) return <WholePage {...props} />;
  return (
    // The shell itself may have failed.
    <FailureBoundary failure={() => <WholePage {...props} />}>
      <Shell>
        <div className="grid justify-items-center gap-5 py-16 text-center md:py-32">
          <Message {...props} />
        </div>
      </Shell>
    </FailureBoundary>
  );
}

function useMayGoElsewhere(): boolean {
  const status = useQueryClient().getQueryData(authStatusQuery.queryKey);
  return status?.isAuthenticated === true && !hasFirstStep(status);
}

function WholePage(props: PageFailureProps) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-5 bg-canvas px-4 text-center">
      <BrandMark size={36} />
      <Message {...props} />
    </main>
  );
}

function Message({
  title = 'The page could not be loaded',
  text = 'You may be offline, or Picksync was updated.',
  onRetry,
}: PageFailureProps) {
  const isOnline = useIsOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div role="alert" className="grid gap-1.5">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-[-0.014em]">
          {title}
        </h1>
        <p className="max-w-[48ch] text-ink-2">
          {isOnline ? text : 'You are offline. The page loads when you reconnect.'}
        </p>
      </div>
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </>
  );
}
