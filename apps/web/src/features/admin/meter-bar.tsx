import { cx } from '@picksync/ui/class-names.ts';

const looks = { accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad' };

type MeterBarProps = { share: number; tone?: keyof typeof looks };

/** A share from 0 to 1 as a bar. It is decoration: the words are beside it. */
export function MeterBar({ share, tone = 'accent' }: MeterBarProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      aria-hidden="true"
      className="h-[5px] w-24 overflow-hidden rounded-full bg-sunken forced-colors:border @max-wide:hidden"
    >
      <div
        className={cx('h-full rounded-full forced-colors:bg-[CanvasText]', looks[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
