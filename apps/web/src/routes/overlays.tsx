import { useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useProof } from '../stores/proof.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useToast } from '../stores/toast.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Toasts = lazyPart(async () => (await import('./overlays/toasts.tsx')).Toasts, { floats: true });
const Confirm = lazyPart(async () => (await import('./overlays/confirm.tsx')).Confirm, { floats: true });
const Failure = lazyPart(async () => (await import('./overlays/failure.tsx')).Failure, { floats: true });

const SessionOver = lazyPart(async () => (await import('./overlays/session-over.tsx')).SessionOver, {
  floats: true,
});

const Proof = lazyPart(async () => (await import('./overlays/proof.tsx')).Proof, { floats: true });

/** True from the first time on: what has been fetched stays, so that it can also leave in its own way. */
function useOnce(condition: boolean): boolean {
  const [happened, setHappened] = useState(condition);
  if (condition && !happened) setHappened(true);
  return happened;
}

/** What floats over every page. Their code comes when the page is idle. */
export function Overlays() {
  const toasted = useOnce(useToast(({ toast }) => toast !== null));
  const asked = useOnce(useConfirm(({ open }) => open));
  const failed = useFailure(({ error }) => error !== null);
  const isProofAsked = useProof(({ isAsked }) => isAsked);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  return (
    <>
      {toasted && <Toasts />}
      {asked && <Confirm />}
      {failed && <Failure />}
      {isProofAsked && <Proof />}
      {isSessionOver && <SessionOver />}
    </>
  );
}
