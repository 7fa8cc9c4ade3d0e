import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export const tones = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent',
};

export type Tone = keyof typeof tones;

/** A state: a dot and its word, never colour alone. `spinning` for what is going on right now. */
export function Badge({ tone, spinning, children }: { tone: Tone; spinning?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semi whitespace-nowrap',
        tones[tone],
      )}
    >
      <span
        aria-hidden="true"
        className={cx('size-1.5 rounded-full bg-current', spinning && 'animate-pulse')}
      />
      {children}
    </span>
  );
}
