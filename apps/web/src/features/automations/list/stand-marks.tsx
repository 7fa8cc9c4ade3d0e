import type { Automation } from '@picksync/contracts';
import { cx } from '../../../ui/class-names.ts';
import { type Stand, standOf } from './list-groups.ts';

/** By form as well as by colour: a square is in sync, a circle waits for a review, a diamond failed, a hollow one is paused. */
const looks: Record<Stand, string> = {
  well: 'rounded-[2px] bg-good opacity-75 forced-colors:bg-[CanvasText]',
  review: 'rounded-full bg-warn forced-colors:bg-[Highlight]',
  error: 'scale-85 rotate-45 bg-bad forced-colors:bg-[CanvasText]',
  paused: 'rounded-[2px] border-2 border-edge',
};

/** A mark for each dropdown. It says nothing by itself: how they stand is written beside it. */
export function StandMarks({ automations }: { automations: readonly Automation[] }) {
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {automations.map((automation) => (
        <span key={automation.id} className={cx('size-[9px]', looks[standOf(automation)])} />
      ))}
    </span>
  );
}
