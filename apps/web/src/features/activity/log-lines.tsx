import type { ActivityLine } from '@picksync/contracts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ActivityFilter, filteredActivityQuery } from '../../api/activity.queries.ts';
import { ShowMore } from '../../api/show-more.tsx';
import { formatDay, formatDayHeading, formatTime } from '../../ui/dates.ts';
import { KeepPlace } from '../../ui/keep-place.tsx';
import { ActivityLineItem } from './activity-line.tsx';
import { loadFailure } from './activity-texts.ts';
import { dayText, reachText } from './line-texts.ts';
import { NothingYet } from './nothing-yet.tsx';

type LogLinesProps = {
  filter: ActivityFilter;
  /** Called with the number of pages when another one is loaded. */
  onPages: (count: number) => void;
  whenEmpty?: ReactNode;
};

/** The lines that pass the filter, newest first, day by day. */
export function LogLines({ filter, onPages, whenEmpty = <NothingYet /> }: LogLinesProps) {
  const list = useSuspenseInfiniteQuery(filteredActivityQuery(filter));
  const now = useNow();
  const lines = list.data.pages.flatMap(({ reply }) => reply);
  if (lines.length === 0) return whenEmpty;
  const days = byDay(lines);
  return (
    <>
      <KeepPlace>
        {days.map(({ day, lines: ofDay }, index) => (
          <Day
            key={day}
            heading={formatDayHeading(ofDay[0]?.entry.timestamp ?? '', now)}
            lines={ofDay}
            filter={filter}
            isWhole={index < days.length - 1 || !list.hasNextPage}
          />
        ))}
      </KeepPlace>
      <footer className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-1.5 text-xs text-ink-3 md:px-5">
        {reachText(lines, list.hasNextPage)}
        <ShowMore list={list} size="sm" label="Show older" onPages={onPages} failure={loadFailure} />
      </footer>
    </>
  );
}

/** Returns the lines of each day, as their reader counts days. */
function byDay(lines: readonly ActivityLine[]): { day: string; lines: ActivityLine[] }[] {
  const days: { day: string; lines: ActivityLine[] }[] = [];
  for (const line of lines) {
    const day = formatDay(line.entry.timestamp);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

type DayProps = {
  heading: string;
  lines: readonly ActivityLine[];
  filter: ActivityFilter;
  /** Whether these are all of the day; else they do not add up to it. */
  isWhole: boolean;
};

function Day({ heading, lines, filter, isWhole }: DayProps) {
  return (
    <section aria-label={heading} className="border-t border-line first:border-t-0">
      <header className="flex justify-between gap-3 border-b border-line bg-sunken px-4 py-2 text-xs font-semi text-ink-2 md:px-5">
        <h3>{heading}</h3>
        {isWhole && <span>{dayText(lines)}</span>}
      </header>
      <ul>
        {lines.map((line) => (
          <ActivityLineItem
            key={line.id}
            line={line}
            filter={filter}
            time={formatTime(line.entry.timestamp)}
          />
        ))}
      </ul>
    </section>
  );
}
