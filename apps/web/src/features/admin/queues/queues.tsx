import { adminOperationsEndpoints, formatNumber, isMaintenanceOn, pluralize } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ListOrdered } from 'lucide-react';
import { useState } from 'react';
import { type QueueState, queuesQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { formatAgoWithin } from '../../../ui/dates.ts';
import { MeterBar, NameCell } from '../admin-cells.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column } from '../admin-table.tsx';
import { durationWords, queueTexts } from '../admin-texts.ts';
import { useAdminAction } from '../use-admin-action.ts';

function RedriveButton({ queue: { name, dead } }: { queue: QueueState }) {
  const redrive = useAdminAction({
    send: () => call(adminOperationsEndpoints.redrive, { params: { name } }),
    failed: 'Not redriven',
    ask: () => ({
      title: `Redrive ${pluralize(dead, 'dead letter')} of ${name}?`,
      description: 'Each failed as often as jobs are tried. Find out why before you give them another try.',
      confirmLabel: `Redrive ${dead}`,
    }),
  });
  return (
    <Button
      size="sm"
      aria-label={`Redrive ${dead} of ${name}`}
      pending={redrive.isPending}
      onClick={() => redrive.run()}
    >
      Redrive {dead}
    </Button>
  );
}

function QueueAge({ queue: { oldestSeconds, limitSeconds } }: { queue: QueueState }) {
  const { maintenance } = useAuthStatus();
  const isInMaintenance = isMaintenanceOn(maintenance, useNow());
  if (oldestSeconds === null) return <span className="text-ink-2">Nothing waits</span>;
  if (isInMaintenance) return <span className="text-ink-2">Rests, {durationWords(oldestSeconds)}</span>;
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

/** The queues: how many jobs wait, for how long, and the dead letters. */
export function Queues() {
  return (
    <AdminSection title="Queues" subtitle={<Workers />}>
      <QueueTable />
    </AdminSection>
  );
}

function Workers() {
  const { data } = useQuery(queuesQuery);
  const now = useNow();
  if (!data) return ' ';
  const { alive, lastHeardAt } = data.workers;
  if (alive === 0)
    return `No worker is alive, last heard ${formatAgoWithin(lastHeardAt, now)}. Nothing is synced until one starts.`;
  return `${alive === 1 ? 'One worker is' : `${alive} workers are`} alive, last heard ${formatAgoWithin(lastHeardAt, now)}.`;
}

const columns: Column<QueueState>[] = [
  { head: 'Queue', cell: ({ name }) => <NameCell name={name} detail={queueTexts[name]} /> },
  {
    head: 'Waiting',
    className: 'w-[100px]',
    cell: ({ waiting }) => <Counted count={waiting} of="waiting" />,
  },
  {
    head: 'Running',
    className: 'w-[100px]',
    cell: ({ running }) => <Counted count={running} of="running" />,
  },
  {
    head: 'Done, last hour',
    className: 'w-[130px]',
    cell: ({ doneLastHour }) => <Counted count={doneLastHour} of="in the last hour" />,
  },
  { head: 'Oldest waits', className: 'w-[180px]', cell: (queue) => <QueueAge queue={queue} /> },
  {
    head: 'Dead letters',
    className: 'w-[120px]',
    cell: ({ dead }) =>
      dead > 0 ? <Badge tone="bad">{`${dead} dead`}</Badge> : <Counted count={0} of="dead" />,
  },
  {
    head: 'Action',
    isHeadHidden: true,
    className: 'w-[140px]',
    cell: (queue) => queue.dead > 0 && <RedriveButton queue={queue} />,
  },
];

/** A number with its noun for phones, where there is no head; zero is left out. */
function Counted({ count, of }: { count: number; of: string }) {
  return (
    <span className={count === 0 ? 'text-ink-2' : ''} data-minor={count === 0 || undefined}>
      {formatNumber(count)}
      <span className="@wide:sr-only"> {of}</span>
    </span>
  );
}

/** A queue in which nothing waits, runs or lies dead needs nobody to read its row. */
function isQuiet({ waiting, running, dead }: QueueState): boolean {
  return waiting === 0 && running === 0 && dead === 0;
}

function QueueTable() {
  const { queues } = useSuspenseQuery(queuesQuery).data;
  const [isWhole, setIsWhole] = useState(false);
  const busy = queues.filter((queue) => !isQuiet(queue));
  const quiet = queues.length - busy.length;
  const shown = isWhole ? queues : busy;
  return (
    <>
      {shown.length > 0 && (
        <AdminTable
          label="Queues"
          columns={columns}
          rows={shown.map((queue) => ({ ...queue, id: queue.name }))}
          empty={{ icon: ListOrdered, title: 'There are no queues' }}
        />
      )}
      {quiet > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm first:border-0 md:px-5">
          <p className="text-ink-2">{describeQuiet(quiet, busy.length)}</p>
          <Button size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show busy queues only' : 'Show all queues'}
          </Button>
        </div>
      )}
    </>
  );
}

function describeQuiet(quiet: number, busy: number): string {
  if (busy === 0) return `No jobs are waiting in any of the ${pluralize(quiet, 'queue')}.`;
  return `No jobs are waiting in ${pluralize(quiet, 'other queue')}.`;
}
