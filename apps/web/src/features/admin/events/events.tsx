import { adminBillingEndpoints } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type ProviderEvent, providerEventsQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { payeeNames } from '../payee-names.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ReplayButton } from './replay-button.tsx';

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
          send={(body) => call(adminBillingEndpoints.acknowledge, { params: { id }, body }, { quiet: true })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
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

const outcomes: Outcome[] = ['unassigned', 'refused', 'failed', 'applied', 'nothing'];

/** An outcome, what waits for an administrator, or everything. */
type Shown = Outcome | 'waiting' | '';

const filters: Shown[] = ['waiting', ...outcomes];

/** The events of PayPal and Razorpay, and their results. */
export function Events() {
  const [shown, setShown] = useState<Shown>('');
  return (
    <AdminSection
      title="Provider events"
      subtitle="Nothing in an event is believed: the provider is asked back, and what is true is applied once."
      actions={
        <SelectInput
          aria-label="Outcome"
          value={shown}
          onChange={({ target }) => setShown(filters.find((each) => each === target.value) ?? '')}
        >
          <option value="">Any outcome</option>
          <option value="waiting">To look at</option>
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {looks[each].words}
            </option>
          ))}
        </SelectInput>
      }
    >
      <EventList shown={shown} />
    </AdminSection>
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
    cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? 'Nobody known'}</span>,
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
  return (
    <div className="grid justify-items-start gap-0.5">
      <Badge tone={tone}>{words}</Badge>
      {(detail || attempts > 1) && (
        <span className="text-xs text-pretty text-ink-2 [overflow-wrap:anywhere]">
          {[detail, attempts > 1 && `Tried ${attempts} times.`].filter(Boolean).join(' ')}
        </span>
      )}
    </div>
  );
}

function getFilter(shown: Shown): Parameters<typeof providerEventsQuery>[0] {
  if (shown === 'waiting') return { waiting: 'true' };
  return shown ? { outcome: shown } : {};
}

function EventList({ shown }: { shown: Shown }) {
  // The old list stays until the new one is loaded.
  const wanted = useDeferredValue(shown);
  const list = useSuspenseInfiniteQuery(providerEventsQuery(getFilter(wanted)));
  return (
    <AdminTable
      label="Provider events"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
      empty={{
        icon: Webhook,
        title: emptyWords(wanted),
      }}
    />
  );
}

function emptyWords(shown: Shown): string {
  if (shown === 'waiting') return 'No event needs anybody';
  return shown ? 'No event has this outcome' : 'No provider has told us anything yet';
}
