import { useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useStepUp } from '../stores/step-up.ts';
import { useToast } from '../stores/toast.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

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
