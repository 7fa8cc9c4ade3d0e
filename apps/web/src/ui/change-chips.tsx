import { tones } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';

const chip = 'tabular inline-block rounded-[5px] px-1.5 text-xs font-semi';

type ChangeChipsProps = { added: number; removed: number; renamed?: number | undefined };

/** How many options got another name, came and went: → 4 +2 −1. Zero is left out. */
export function ChangeChips({ added, removed, renamed = 0 }: ChangeChipsProps) {
  return (
    <span className="inline-flex gap-1 align-baseline">
      {renamed > 0 && (
        <span className={cx(chip, tones.accent)}>
          <span aria-hidden="true">→ {renamed}</span>
          <span className="sr-only">{renamed} renamed</span>
        </span>
      )}
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
