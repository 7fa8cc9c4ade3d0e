import type { Automation } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { changesQuery, runsQuery } from '../../../api/automations.queries.ts';
import { describeLastAnswer } from './describe-last-answer.ts';

const looks: Partial<Record<Tone, { icon: typeof CircleCheck; band: string; sign: string }>> = {
  good: { icon: CircleCheck, band: 'border-good/25 bg-good-soft', sign: 'text-good' },
  warn: { icon: TriangleAlert, band: 'border-warn/25 bg-warn-soft', sign: 'text-warn' },
};
const underWay = { icon: RefreshCw, band: 'border-line bg-surface', sign: 'text-ink-2' };

/** What became of the review that was answered last. It stays until the page is left; draws nothing where there is none. */
export function AnswerBand({ automation }: { automation: Automation }) {
  const { data: changed } = useInfiniteQuery(changesQuery(automation.id));
  const { data: ran } = useInfiniteQuery(runsQuery(automation.id));
  const [openedAt] = useState(() => new Date());
  const now = useNow();
  const text = describeLastAnswer(automation, {
    changes: changed?.pages.flatMap(({ reply }) => reply) ?? [],
    runs: ran?.pages.flatMap(({ reply }) => reply) ?? [],
    openedAt,
    now,
  });
  if (text === null) return null;
  const { icon: Icon, band, sign } = looks[text.tone] ?? underWay;
  return (
    <section
      aria-label="Your review"
      className={cx('flex items-start gap-3 rounded-lg border px-4 py-3 text-sm md:px-5', band)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', sign)} />
      <div role="status" className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semi text-pretty">{text.title}</p>{' '}
        <p className="text-xs text-pretty text-ink-2">{text.detail}</p>
      </div>
    </section>
  );
}
