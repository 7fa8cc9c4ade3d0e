import { cx } from './class-names.ts';

type ProgressBarProps = { label: string; value: number; max: number; className?: string };

/** How much of something is used. Capped at full; at full it turns amber. */
export function ProgressBar({ label, value, max, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(value / max, 1) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${value} of ${max}`}
      className={cx('h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border', className)}
    >
      <div
        className={cx(
          'h-full rounded-full forced-colors:bg-[CanvasText]',
          share < 1 ? 'bg-accent' : 'bg-warn',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
