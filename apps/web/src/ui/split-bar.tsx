import { cx } from '@picksync/ui/class-names.ts';

const looks = {
  gone: 'bg-bad text-bad-ink',
  new: 'bg-good text-surface',
  kept: 'bg-line text-ink',
};

export type BarPart = { kind: keyof typeof looks; count: number; text: string };

/** A whole and its parts, drawn to scale; parts that are zero are left out. `label` says it in words. */
export function SplitBar({ label, parts }: { label: string; parts: readonly BarPart[] }) {
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
