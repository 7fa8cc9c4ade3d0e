import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';

type ErrorStateProps = { message: string; retrying?: boolean; onRetry: () => void };

/** Something could not be loaded; trying again is one click. */
export function ErrorState({ message, retrying = false, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-5 py-10 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <TriangleAlert aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      <p className="max-w-[46ch] text-sm text-ink-2">{message}</p>
      <Button pending={retrying} onClick={onRetry}>
        {!retrying && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
