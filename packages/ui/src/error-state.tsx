import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { useIsOnline, useWhenBackOnline } from './use-is-online.ts';

type ErrorStateProps = {
  message: string;
  retrying?: boolean;
  /** Whether it stands in the place of a row, and is no higher than one. */
  inRow?: boolean;
  onRetry: () => void;
};

const rowLook =
  'flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 border-line px-4 py-[11px] not-first:border-t md:px-5';

/** Something could not be loaded. Trying again is one click, and comes by itself when the network is back. */
export function ErrorState({ message, retrying = false, inRow = false, onRetry }: ErrorStateProps) {
  const isOnline = useIsOnline();
  useWhenBackOnline(onRetry);
  const Icon = isOnline ? TriangleAlert : WifiOff;
  return (
    <div role="alert" className={inRow ? rowLook : 'grid justify-items-center gap-3 px-5 py-10 text-center'}>
      <span
        className={cx(
          'grid shrink-0 place-items-center text-bad',
          !inRow && 'size-10 rounded-full bg-bad-soft',
        )}
      >
        <Icon aria-hidden="true" className={inRow ? 'size-4' : 'size-5'} strokeWidth={1.75} />
      </span>
      <p className={cx('text-sm text-ink-2', inRow ? 'min-w-0 flex-[1_1_8rem]' : 'max-w-[46ch]')}>
        {isOnline ? message : 'You are offline. It loads when you reconnect.'}
      </p>
      <Button pending={retrying} onClick={onRetry}>
        {!retrying && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
