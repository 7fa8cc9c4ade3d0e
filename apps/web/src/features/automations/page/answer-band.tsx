import type { Automation } from '@picksync/contracts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesQuery, runsQuery } from '../../../api/automations.queries.ts';
import { Band } from './band.tsx';
import { describeLastAnswer } from './describe-last-answer.ts';

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
  return (
    <section aria-label="Your review" className="@container">
      <div role="status">
        <Band {...text} />
      </div>
    </section>
  );
}
