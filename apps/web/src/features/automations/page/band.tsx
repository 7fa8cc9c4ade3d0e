import type { Tone } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { CircleAlert, CircleCheck, Info, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks: Record<Tone, { icon: LucideIcon; band: string; sign: string }> = {
  good: { icon: CircleCheck, band: 'border-good/25 bg-good-soft', sign: 'text-good' },
  warn: { icon: TriangleAlert, band: 'border-warn/25 bg-warn-soft', sign: 'text-warn' },
  bad: { icon: CircleAlert, band: 'border-bad/25 bg-bad-soft', sign: 'text-bad' },
  accent: { icon: RefreshCw, band: 'border-line bg-surface', sign: 'text-ink-2' },
  neutral: { icon: Info, band: 'border-line bg-sunken', sign: 'text-ink-2' },
};

type BandProps = {
  tone: Tone;
  /** What it is, for those who do not see the colour and the sign. */
  word?: string;
  title: string;
  detail: ReactNode;
  /** What can be done. */
  children?: ReactNode;
};

/** One thing that the page has to say right under its title: a sentence, its details, and what can be done. */
export function Band({ tone, word, title, detail, children }: BandProps) {
  const { icon: Icon, band, sign } = looks[tone];
  return (
    <div
      className={cx(
        'grid grid-cols-[1rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2.5 rounded-lg border px-4 py-3 text-sm @beside:grid-cols-[1rem_minmax(0,1fr)_auto] @beside:items-center md:px-5',
        band,
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 self-start', sign)} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {word && <span className="sr-only">{word}</span>}
        <p className="font-semi text-pretty">{title}</p>
        <p className="text-xs text-pretty text-ink-2">{detail}</p>
      </div>
      {children && <div className="col-start-2 @beside:col-start-3 empty:hidden">{children}</div>}
    </div>
  );
}
