import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Button } from './button.tsx';
import { useIsOnline, useWhenBackOnline } from './use-is-online.ts';

type ErrorStateProps = { message: string; retrying?: boolean; onRetry: () => void };

/** Something could not be loaded. Trying again is one click, and comes by itself when the network is back. */
export function ErrorState({ message, retrying = false, onRetry }: ErrorStateProps) {
  const isOnline = useIsOnline();
  useWhenBackOnline(onRetry);
  const Icon = isOnline ? TriangleAlert : WifiOff;
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-5 py-10 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      <p className="max-w-[46ch] text-sm text-ink-2">
        {isOnline ? message : 'You are offline. It loads when you reconnect.'}
      </p>
      <Button pending={retrying} onClick={onRetry}>
        {!retrying && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
