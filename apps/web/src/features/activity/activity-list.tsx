import type { Activity } from '@picksync/contracts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Check, CircleAlert, History, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { recentActivityQuery } from '../../api/activity.queries.ts';
import { ShowMore } from '../../api/show-more.tsx';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { formatAgo } from '../../ui/dates.ts';
import { describeChanges, describeDetails, headline, loadFailure, statusNames } from './activity-texts.ts';

const looks: Record<Activity['status'], { icon: LucideIcon; className: string }> = {
  success: { icon: Check, className: 'text-good' },
  error: { icon: CircleAlert, className: 'text-bad' },
  warning: { icon: TriangleAlert, className: 'text-warn' },
  info: { icon: Info, className: 'text-ink-3' },
};

function ActivityEntry({ entry, now }: { entry: Activity; now: Date }) {
  const { icon: Icon, className } = looks[entry.status];
  const details = describeDetails(entry);
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-start gap-3 border-b border-line px-4 py-[11px] text-sm last:border-b-0 md:px-5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${className}`} strokeWidth={1.75} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{statusNames[entry.status]}: </span>
          {headline(entry)} <ChangeChips {...describeChanges(entry)} />
        </p>
        {details && <p className="text-xs text-pretty text-ink-3">{details}</p>}
      </div>
      <time dateTime={entry.timestamp} className="text-xs whitespace-nowrap text-ink-3">
        {formatAgo(entry.timestamp, now)}
      </time>
    </li>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={History}
      title="No activity logs found"
      text="Syncs and changes of your automations are listed here for 90 days."
    />
  );
}

type ActivityListProps = {
  query: typeof recentActivityQuery;
  /** Called with the number of pages when another one is loaded; without it the list has one page. */
  onPages?: (count: number) => void;
  whenEmpty?: ReactNode;
};

/** Entries, newest first. */
export function ActivityList({ query, onPages, whenEmpty = <NothingYet /> }: ActivityListProps) {
  const list = useSuspenseInfiniteQuery(query);
  const now = useNow();
  const entries = list.data.pages.flatMap(({ reply }) => reply);
  if (entries.length === 0) return whenEmpty;
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {onPages && (
        <ShowMore
          list={list}
          className="flex justify-center border-t py-3"
          onPages={onPages}
          failure={loadFailure}
        />
      )}
    </>
  );
}
