import { lazy, Suspense, useState } from 'react';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useToast } from '../stores/toast.ts';

const Toasts = lazy(async () => ({ default: (await import('./overlays/toasts.tsx')).Toasts }));
const Confirm = lazy(async () => ({ default: (await import('./overlays/confirm.tsx')).Confirm }));
const Failure = lazy(async () => ({ default: (await import('./overlays/failure.tsx')).Failure }));

/** True from the first time on: what has been fetched stays, so that it can also leave in its own way. */
function useOnce(condition: boolean): boolean {
  const [happened, setHappened] = useState(condition);
  if (condition && !happened) setHappened(true);
  return happened;
}

/** What floats over every page. Each is fetched when it is first needed. */
export function Overlays() {
  const toasted = useOnce(useToast(({ toast }) => toast !== null));
  const asked = useOnce(useConfirm(({ open }) => open));
  const failed = useFailure(({ notice }) => notice !== null);
  return (
    <Suspense>
      {toasted && <Toasts />}
      {asked && <Confirm />}
      {failed && <Failure />}
    </Suspense>
  );
}
