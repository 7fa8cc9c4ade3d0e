import type { QueueState } from '../../../api/admin.queries.ts';
import { durationWords } from '../duration-words.ts';
import { MeterBar } from '../meter-bar.tsx';

export function QueueAge({ queue: { oldestSeconds, limitSeconds } }: { queue: QueueState }) {
  if (oldestSeconds === null) return <span className="text-ink-2">Nothing waits</span>;
  const isLate = oldestSeconds > limitSeconds;
  return (
    <div className="grid gap-1">
      <span className={isLate ? 'font-semi text-bad' : ''}>
        {durationWords(oldestSeconds)} of {durationWords(limitSeconds)}
        {isLate && ', late'}
      </span>
      <MeterBar
        share={oldestSeconds / limitSeconds}
        tone={isLate ? 'bad' : oldestSeconds > limitSeconds / 2 ? 'warn' : 'accent'}
      />
    </div>
  );
}
