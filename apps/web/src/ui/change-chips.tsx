import { tones } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';

const chip = 'tabular inline-block rounded-[5px] px-1.5 text-xs font-semi';

/** How many options came and went: +2 −1. Zero is left out. */
export function ChangeChips({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="inline-flex gap-1 align-baseline">
      {added > 0 && (
        <span className={cx(chip, tones.good)}>
          <span aria-hidden="true">+{added}</span>
          <span className="sr-only">{added} added</span>
        </span>
      )}
      {removed > 0 && (
        <span className={cx(chip, tones.bad)}>
          <span aria-hidden="true">−{removed}</span>
          <span className="sr-only">{removed} removed</span>
        </span>
      )}
    </span>
  );
}
