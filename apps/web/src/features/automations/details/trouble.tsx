import type { Automation } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../../api/stats.queries.ts';
import { formatTime } from '../../../ui/dates.ts';
import { useNow } from '../../../ui/use-now.ts';
import { type Edit, NotesAndStep, notesOf } from '../list/automation-notes.tsx';
import { useReadOnly } from '../use-read-only.ts';

type TroubleProps = { automation: Automation; onEdit: Edit; onReview: () => void };

/** What is wrong, the next step, and when it is looked at again; nothing while all is well. */
export function Trouble({ automation, onEdit, onReview }: TroubleProps) {
  const now = useNow();
  const isReadOnly = useReadOnly();
  const { data: stats } = useQuery(statsQuery);
  if (notesOf(automation).length === 0) return null;
  const next = isReadOnly ? null : nextLook(automation, stats?.nextSweepAt ?? null, now);
  return (
    <section aria-label="What needs attention" className="@container grid gap-2 rounded-md bg-sunken p-3.5">
      <NotesAndStep automation={automation} onEdit={onEdit} onReview={onReview} />
      {next && <p className="pl-6 text-xs text-pretty text-ink-2">{next}</p>}
    </section>
  );
}

/** When an automation that failed is looked at again; null where it is not, or where the note says it. */
export function nextLook(
  { lastError, isActive, waiting, review }: Automation,
  nextSweepAt: string | null,
  now: Date,
): string | null {
  if (lastError === null || !isActive || waiting || review) return null;
  const isKnown = nextSweepAt !== null && new Date(nextSweepAt) > now;
  const when = isKnown ? `at ${formatTime(nextSweepAt)}` : 'within 15 minutes';
  return `Its sheets are next checked for changes ${when}. Sync Now tries again at once.`;
}
