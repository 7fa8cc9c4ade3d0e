import { useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useProof } from '../stores/proof.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useToast } from '../stores/toast.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Toasts = lazyPart(async () => (await import('./overlays/toasts.tsx')).Toasts, { floats: true });
const Dialogs = lazyPart(async () => (await import('./overlays/dialogs.tsx')).Dialogs, { floats: true });

/** True from the first time on: what has been fetched stays, so that it can also leave in its own way. */
function useOnce(condition: boolean): boolean {
  const [happened, setHappened] = useState(condition);
  if (condition && !happened) setHappened(true);
  return happened;
}

function useIsAnythingAsked(): boolean {
  const isAsked = useConfirm(({ open }) => open);
  const isFailed = useFailure(({ error }) => error !== null);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  const isProofAsked = useProof((state) => state.isAsked);
  return isAsked || isFailed || isSessionOver || isProofAsked;
}

/** What floats over every page. Its code comes when the page is idle. */
export function Overlays() {
  const toasted = useOnce(useToast(({ toast }) => toast !== null));
  const asked = useOnce(useIsAnythingAsked());
  return (
    <>
      {toasted && <Toasts />}
      {asked && <Dialogs />}
    </>
  );
}
