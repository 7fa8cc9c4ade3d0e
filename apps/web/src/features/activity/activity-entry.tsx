import type { Activity } from '@picksync/contracts';
import { Check, CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { formatAgo } from '../../ui/dates.ts';
import { changesOf, detailsOf, headline, statusNames } from './activity.phrases.ts';

const looks: Record<Activity['status'], { icon: LucideIcon; className: string }> = {
  success: { icon: Check, className: 'text-good' },
  error: { icon: CircleAlert, className: 'text-bad' },
  warning: { icon: TriangleAlert, className: 'text-warn' },
  info: { icon: Info, className: 'text-ink-3' },
};

export function ActivityEntry({ entry, now }: { entry: Activity; now: Date }) {
  const { icon: Icon, className } = looks[entry.status];
  const details = detailsOf(entry);
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-start gap-3 border-b border-line px-4 py-[11px] text-sm last:border-b-0 md:px-5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${className}`} strokeWidth={1.75} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{statusNames[entry.status]}: </span>
          {headline(entry)} <ChangeChips {...changesOf(entry)} />
        </p>
        {details && <p className="text-xs text-pretty text-ink-3">{details}</p>}
      </div>
      <time dateTime={entry.timestamp} className="text-xs whitespace-nowrap text-ink-3">
        {formatAgo(entry.timestamp, now)}
      </time>
    </li>
  );
}
