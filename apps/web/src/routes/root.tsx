import { DialogNoticeContext } from '@picksync/ui/dialog-notice.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useOtherUser } from '../stores/other-user.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useStepUp } from '../stores/step-up.ts';
import { useToast } from '../stores/toast.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useDialogNotice } from './overlays/use-dialog-notice.tsx';
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
  const notice = useDialogNotice();
  if (useOtherUser(({ hasCome }) => hasCome)) return <OtherUser />;
  return (
    <DialogNoticeContext value={notice}>
      <Outlet />
      <Overlays />
    </DialogNoticeContext>
  );
}

const Toasts = lazyPart(async () => (await import('./overlays/toasts.tsx')).Toasts, { floats: true });
const Dialogs = lazyPart(async () => (await import('./overlays/dialogs.tsx')).Dialogs, { floats: true });

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

/** The messages and dialogs above every page. Their code is loaded when the page is idle. */
export function Overlays() {
  const toasted = useOnce(useToast(({ toast }) => toast !== null));
  const isNeeded = useOnce(useIsDialogOpen());
  return (
    <>
      {toasted && <Toasts />}
      {isNeeded && <Dialogs />}
    </>
  );
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
