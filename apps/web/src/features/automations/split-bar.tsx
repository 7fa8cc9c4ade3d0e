import { cx } from '@picksync/ui/class-names.ts';

type BarProps = {
  name: string;
  count: number;
  /** How wide it is beside the other one. */
  share: number;
  label: string;
  parts: readonly BarPart[];
  /** The percentage that may be removed without a review; null for other reasons. */
  limit?: number | null;
  /** Where what both bars share stands: its end is at the same place. */
  align?: 'start' | 'end';
};

/** A dropdown as a bar beside its name and its number of options; both bars of a difference have one scale. */
export function Bar({ name, count, share, label, parts, limit = null, align = 'end' }: BarProps) {
  return (
    <div className="grid grid-cols-[44px_minmax(0,1fr)_40px] items-end gap-3">
      <span className="text-ink-2">{name}</span>
      <div className="min-w-0">
        {limit !== null && <LimitMark limit={limit} at={100 - share * (100 - limit)} />}
        <div className={cx('flex', align === 'end' && 'ms-auto')} style={{ width: `${share * 100}%` }}>
          <SplitBar label={label} parts={parts} />
        </div>
      </div>
      <b className="tabular text-end font-semi">{count}</b>
    </div>
  );
}

/** The mark of the limit above its bar, `at` a percentage of the width. */
function LimitMark({ limit, at }: { limit: number; at: number }) {
  const side = at > 50 ? { right: `${100 - at}%`, paddingRight: 8 } : { left: `${at}%`, paddingLeft: 8 };
  return (
    <div aria-hidden="true" className="tabular relative h-6 text-xs text-ink-2">
      <span className="absolute whitespace-nowrap" style={side}>
        removal limit, {limit} %
      </span>
      <span className="absolute inset-y-0 -ml-px border-s-2 border-ink" style={{ left: `${at}%` }} />
    </div>
  );
}

const looks = {
  gone: 'bg-bad text-bad-ink',
  new: 'bg-good text-surface',
  kept: 'bg-line text-ink',
};

export type BarPart = { kind: keyof typeof looks; count: number; text: string };

/** A whole and its parts, drawn to scale; parts that are zero are left out. `label` says it in words. */
function SplitBar({ label, parts }: { label: string; parts: readonly BarPart[] }) {
  return (
    <div role="img" aria-label={label} className="flex h-5 min-w-0 flex-1 gap-0.5 rounded-[4px] bg-sunken">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ kind, count, text }) => (
          <span
            key={kind}
            style={{ flexGrow: count }}
            className={cx(
              'min-w-7 basis-0 truncate rounded-[4px] px-1 text-center text-xs leading-5 font-semi forced-colors:border forced-colors:leading-4.5',
              looks[kind],
            )}
          >
            {text}
          </span>
        ))}
    </div>
  );
}
