import { useIsOnline } from '@picksync/ui/use-is-online.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useLive } from '../stores/live.ts';
import { useOtherUser } from '../stores/other-user.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useStepUp } from '../stores/step-up.ts';
import { useToast } from '../stores/toast.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
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

const Toasts = lazyPart(async () => (await import('./overlays/toasts.tsx')).Toasts, { floats: true });
const Dialogs = lazyPart(async () => (await import('./overlays/dialogs.tsx')).Dialogs, { floats: true });

const DialogNotices = lazyPart(async () => (await import('./overlays/dialog-notices.tsx')).DialogNotices, {
  floats: true,
});

/** Returns true from the first time on: a loaded dialog stays, so that it can animate when it closes. */
function useOnce(condition: boolean): boolean {
  const [happened, setHappened] = useState(condition);
  if (condition && !happened) setHappened(true);
  return happened;
}

function useIsDialogOpen(): boolean {
  const isConfirmOpen = useConfirm(({ open }) => open);
  const isFailed = useFailure(({ error }) => error !== null);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  const isStepUpOpen = useStepUp((state) => state.isOpen);
  return isConfirmOpen || isFailed || isSessionOver || isStepUpOpen;
}

/** Returns whether there is something that an open dialog has to say. */
function useIsDisturbed(): boolean {
  const isOnline = useIsOnline();
  const isUnanswered = useLive((live) => live.isUnanswered);
  const isSessionOver = useSessionOver(({ endedFor }) => endedFor !== null);
  return !isOnline || isUnanswered || isSessionOver;
}

/** The messages and dialogs above every page. Their code is loaded when the page is idle. */
export function Overlays() {
  const toasted = useOnce(useToast(({ toast }) => toast !== null));
  const isNeeded = useOnce(useIsDialogOpen());
  const hasNotice = useOnce(useIsDisturbed());
  return (
    <>
      {toasted && <Toasts />}
      {isNeeded && <Dialogs />}
      {hasNotice && <DialogNotices />}
    </>
  );
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
