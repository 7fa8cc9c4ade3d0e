import { adminBillingEndpoints } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Webhook } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type ProviderEvent, providerEventsQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AddressCell, NameCell, StateCell } from '../admin-cells.tsx';
import { Filter } from '../admin-section.tsx';
import { AdminListPage, type Column } from '../admin-table.tsx';
import { payeeNames } from '../admin-texts.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';

const failure = { title: 'Not acknowledged', text: 'The event could not be acknowledged. Please try again.' };

/** Acknowledges an event that waits for an administrator; draws nothing for any other event. */
function AcknowledgeButton({ event: { id, type, isWaiting, detail } }: { event: ProviderEvent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isWaiting && (
        <Button size="sm" aria-label={`Acknowledge ${type}`} onClick={() => setOpen(true)}>
          Acknowledge
        </Button>
      )}
      {isOpen && (
        <ReasonDialog
          title={`Acknowledge ${type}?`}
          description={`${detail ?? 'It failed.'} It stays in the list, but neither it nor the other events about the same payment count as something to look at, unless a later try is refused.`}
          submitLabel="Acknowledge"
          pendingLabel="Acknowledging..."
          failure={failure}
          send={(body) => call(adminBillingEndpoints.acknowledge, { params: { id }, body })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function ReplayButton({ event: { id, type } }: { event: ProviderEvent }) {
  const replay = useAdminAction({
    send: () => call(adminBillingEndpoints.replay, { params: { id } }),
    failed: 'Not replayed',
  });
  return (
    <Button size="sm" aria-label={`Replay ${type}`} pending={replay.isPending} onClick={() => replay.run()}>
      Replay
    </Button>
  );
}

type Outcome = NonNullable<ProviderEvent['outcome']>;

const looks: Record<Outcome, { tone: Tone; words: string }> = {
  unassigned: { tone: 'bad', words: 'Unassigned' },
  refused: { tone: 'bad', words: 'Refused' },
  failed: { tone: 'warn', words: 'Failed' },
  applied: { tone: 'good', words: 'Applied' },
  nothing: { tone: 'neutral', words: 'Nothing to do' },
};

/** An outcome, what waits for an administrator, or everything. */
type Shown = Outcome | 'waiting' | '';

const filters: [shown: Shown, words: string][] = [
  ['', 'Any outcome'],
  ['waiting', 'To look at'],
  ...(Object.keys(looks) as Outcome[]).map((each): [Outcome, string] => [each, looks[each].words]),
];

/** The events of PayPal and Razorpay, and their results. */
export function Events() {
  const [shown, setShown] = useState<Shown>('');
  // The old list stays until the new one is loaded.
  const wanted = useDeferredValue(shown);
  return (
    <AdminListPage
      title="Provider events"
      subtitle="Nothing in an event is believed: the provider is asked back, and what is true is applied once."
      actions={<Filter label="Outcome" value={shown} onChange={setShown} options={filters} />}
      columns={columns}
      query={providerEventsQuery(getFilter(wanted))}
      empty={{ icon: Webhook, title: emptyWords(wanted) }}
    />
  );
}

const columns: Column<ProviderEvent>[] = [
  {
    head: 'Event',
    cell: ({ type, provider, reference }) => (
      <NameCell name={type} detail={[payeeNames[provider], reference].filter(Boolean).join(', ')} />
    ),
  },
  { head: 'Received', className: 'w-[120px]', cell: ({ receivedAt }) => formatMoment(receivedAt) },
  {
    head: 'For',
    className: 'w-[210px]',
    cell: ({ email }) => <AddressCell>{email ?? 'Nobody known'}</AddressCell>,
  },
  { head: 'What we did', className: 'w-[280px]', cell: (event) => <OutcomeCell event={event} /> },
  {
    head: 'Action',
    isHeadHidden: true,
    className: 'w-[210px]',
    cell: (event) => (
      <div className="flex flex-wrap justify-end gap-1.5">
        <AcknowledgeButton event={event} />
        {(event.reference !== null || event.outcome === 'unassigned') && <ReplayButton event={event} />}
      </div>
    ),
  },
];

function OutcomeCell({ event: { outcome, detail, attempts } }: { event: ProviderEvent }) {
  const { tone, words } = outcome ? looks[outcome] : { tone: 'neutral' as const, words: 'Waiting' };
  const tries = attempts > 1 && `Tried ${attempts} times.`;
  return <StateCell {...{ tone, words }} detail={[detail, tries].filter(Boolean).join(' ')} />;
}

function getFilter(shown: Shown): Parameters<typeof providerEventsQuery>[0] {
  if (shown === 'waiting') return { waiting: 'true' };
  return shown ? { outcome: shown } : {};
}

function emptyWords(shown: Shown): string {
  if (shown === 'waiting') return 'No event needs anybody';
  return shown ? 'No event has this outcome' : 'No provider has told us anything yet';
}
