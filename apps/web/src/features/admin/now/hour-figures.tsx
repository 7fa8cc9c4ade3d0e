import { formatNumber, pluralize } from '@picksync/contracts';
import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { formatTime } from '../../../ui/dates.ts';
import { durationWords } from '../admin-texts.ts';
import { HourLine } from './hour-line.tsx';

/** An account is checked so often, and late after twice the time. */
const goalSeconds = 15 * 60;
const lateSeconds = 2 * goalSeconds;

/** How the last hour was: four figures, three of them as lines. */
export function HourFigures({ now }: { now: AdminNow }) {
  return (
    <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 md:gap-4 lg:grid-cols-[repeat(4,minmax(0,1fr))]">
      <Delays now={now} />
      <Checks now={now} />
      <Calls now={now} />
      <Jobs now={now} />
    </div>
  );
}

type FigureProps = {
  title: string;
  figure: string;
  reason: ReactNode;
  isBad?: boolean;
  children?: ReactNode;
};

function Figure({ title, figure, reason, isBad = false, children }: FigureProps) {
  return (
    <Card role="group" aria-label={title} className="flex flex-col px-3.5! py-3! md:px-5! md:py-4!">
      <h2 className="text-xs font-medium text-ink-2">{title}</h2>
      <p
        className={cx(
          'tabular text-xl leading-tight font-bold tracking-[-0.02em] md:text-2xl',
          isBad && 'text-bad',
        )}
      >
        {figure}
      </p>
      <p className="text-xs text-pretty text-ink-2">{reason}</p>
      {children && <div className="mt-auto">{children}</div>}
    </Card>
  );
}

const unread = { figure: 'Not known', reason: 'This could not be read. It is tried again by itself.' };

/** A duration of the last hour, as in `1.1 s`. */
function seconds(ms: number): string {
  return durationWords(ms / 1000);
}

function Delays({ now: { delays, at } }: { now: AdminNow }) {
  const title = 'From callback to dropdown';
  if (delays === null) return <Figure title={title} {...unread} />;
  if (delays.medianMs === null || delays.p95Ms === null)
    return <Figure title={title} figure="None" reason="No change was synced in the last hour." />;
  return (
    <Figure
      title={title}
      figure={seconds(delays.medianMs)}
      reason={`half of ${pluralize(delays.changes, 'change')}, dotted; 95 % in ${seconds(delays.p95Ms)}`}
    >
      <HourLine
        label={`Half of the changes within ${seconds(delays.medianMs)}, 95 percent within ${seconds(delays.p95Ms)} in the last hour`}
        values={delays.p95s}
        dotted={delays.medians}
      />
      <Ends at={at} />
    </Figure>
  );
}

function Checks({ now: { checks } }: { now: AdminNow }) {
  const title = 'Longest since a check';
  if (checks === null) return <Figure title={title} {...unread} />;
  const { accounts, longestSeconds } = checks;
  if (longestSeconds === null)
    return <Figure title={title} figure="None" reason="No account is connected to Smartsheet." />;
  const isLate = longestSeconds > lateSeconds;
  return (
    <Figure
      title={title}
      figure={durationWords(longestSeconds)}
      reason={`of ${pluralize(accounts, 'account')}; goal 15 min, late after 30`}
      isBad={isLate}
    >
      <div
        aria-hidden="true"
        className="mt-3 h-2 overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        <div
          className={cx(
            'h-full rounded-full forced-colors:bg-[CanvasText]',
            isLate ? 'bg-bad' : longestSeconds > goalSeconds * 1.2 ? 'bg-warn' : 'bg-accent',
          )}
          style={{ width: `${Math.min(1, longestSeconds / lateSeconds) * 100}%` }}
        />
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-[0.6875rem] text-ink-2">
        <span>0</span>
        <span>15</span>
        <span>30 min</span>
      </div>
    </Figure>
  );
}

/** Calls or jobs, as in `184 a min`. */
function perMinute(lastHour: number): string {
  const each = lastHour / 60;
  return `${formatNumber(each < 10 ? Math.round(each * 10) / 10 : Math.round(each))} a min`;
}

function describeRange(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  return `Between ${Math.floor(Math.min(...known))} and ${Math.ceil(Math.max(...known))} a minute in the last hour`;
}

function Calls({ now: { calls, at } }: { now: AdminNow }) {
  const title = 'Calls to Smartsheet';
  if (calls === null) return <Figure title={title} {...unread} />;
  return (
    <Figure
      title={title}
      figure={perMinute(calls.lastHour)}
      reason={`${formatNumber(calls.lastHour)} by syncs in the last hour, without sweeps`}
    >
      <HourLine label={describeRange(calls.perMinute)} values={calls.perMinute} />
      <Ends at={at} />
    </Figure>
  );
}

function Jobs({ now: { jobs, queues, at } }: { now: AdminNow }) {
  const title = 'Jobs done';
  if (jobs === null) return <Figure title={title} {...unread} />;
  const waits =
    queues === null
      ? ''
      : queues.oldestSeconds === null
        ? '; nothing waits'
        : `; oldest waits ${durationWords(queues.oldestSeconds)}`;
  return (
    <Figure
      title={title}
      figure={perMinute(jobs.lastHour)}
      reason={`${formatNumber(jobs.dead)} failed for good${waits}`}
    >
      <HourLine label={describeRange(jobs.perMinute)} values={jobs.perMinute} />
      <Ends at={at} />
    </Figure>
  );
}

function Ends({ at }: { at: string }) {
  const hourAgo = new Date(Date.parse(at) - 3_600_000).toISOString();
  return (
    <div aria-hidden="true" className="tabular mt-1 flex justify-between text-[0.6875rem] text-ink-2">
      <span>{formatTime(hourAgo)}</span>
      <span>{formatTime(at)}</span>
    </div>
  );
}
