import type { Automation } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { useReadOnly } from '../use-read-only.ts';
import { type Mark, markOf } from './list-groups.ts';

/**
 * By form as well as by colour: a square is in sync, a circle waits for a review, a hollow one for Smartsheet, a diamond
 * failed, a hollow square is paused, a grey one is not known.
 */
const looks: Record<Mark, string> = {
  'in-sync': 'rounded-[2px] bg-good opacity-75 forced-colors:bg-[CanvasText]',
  review: 'rounded-full bg-warn forced-colors:bg-[Highlight]',
  waiting: 'rounded-full border-2 border-warn',
  error: 'scale-85 rotate-45 bg-bad forced-colors:bg-[CanvasText]',
  paused: 'rounded-[2px] border-2 border-edge',
  unknown: 'rounded-[2px] bg-edge forced-colors:bg-[GrayText]',
};

/** A mark for each dropdown. It is decoration: their states are written beside it. */
export function StateMarks({ automations }: { automations: readonly Automation[] }) {
  const isStopped = useReadOnly();
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {automations.map((automation) => (
        <span key={automation.id} className={cx('size-[9px]', looks[markOf(automation, isStopped)])} />
      ))}
    </span>
  );
}
