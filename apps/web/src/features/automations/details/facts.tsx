import type { Automation } from '@picksync/contracts';
import { formatAgo } from '../../../ui/dates.ts';
import { useNow } from '../../../ui/use-now.ts';
import { updateMethodOf } from '../automation-status.ts';
import { useReadOnly } from '../use-read-only.ts';

/** When the dropdown was last updated, and how changes are noticed. */
export function Facts({ automation }: { automation: Automation }) {
  const now = useNow();
  const { word, explanation } = updateMethodOf(automation, useReadOnly());
  const facts = [
    ['Last Update', formatAgo(automation.lastUpdated, now)],
    ['Changes', `${word}. ${explanation}`],
  ];
  return (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[96px_minmax(0,1fr)] gap-3">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
