import type { RunOutcome } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';

const colours: Record<RunOutcome, string> = {
  changed: 'fill-good',
  unchanged: 'fill-edge/70',
  waiting_review: 'fill-warn',
  failed: 'fill-bad',
};

/** Each outcome has a shape as well as a colour: a square, a small dot, a triangle, a cross. */
const shapes: Record<RunOutcome, string> = {
  changed: 'M0 0h8v8H0z',
  unchanged: 'M2.5 2.5h3v3h-3z',
  waiting_review: 'M4 0l4 8H0z',
  failed: 'M0 1.8 1.8 0 4 2.200 6.200 0 8 1.800 5.800 4 8 6.200 6.200 8 4 5.800 1.800 8 0 6.200 2.200 4z',
};

/** How a run ended, as a mark. Its word stands beside it. */
export function OutcomeMark({ outcome, className }: { outcome: RunOutcome; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 8 8"
      className={cx('size-2 shrink-0 forced-colors:fill-[CanvasText]', colours[outcome], className)}
    >
      <path d={shapes[outcome]} />
    </svg>
  );
}
