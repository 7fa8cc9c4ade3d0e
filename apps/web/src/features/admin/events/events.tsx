import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type ProviderEvent, providerEventsQuery } from '../../../api/admin.queries.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { SelectInput } from '../../../ui/select-input.tsx';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { ReplayButton } from './replay-button.tsx';

type Outcome = NonNullable<ProviderEvent['outcome']>;

const looks: Record<Outcome, { tone: Tone; words: string }> = {
  refused: { tone: 'bad', words: 'Refused' },
  failed: { tone: 'warn', words: 'Failed' },
  applied: { tone: 'good', words: 'Applied' },
  nothing: { tone: 'neutral', words: 'Nothing to do' },
};

const outcomes: Outcome[] = ['refused', 'failed', 'applied', 'nothing'];

const providers = { paypal: 'PayPal', razorpay: 'Razorpay' };

/** What PayPal and Razorpay told, and what came of it. */
export function Events() {
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  return (
    <AdminSection
      title="Provider events"
      answer="Nothing in an event is believed: the provider is asked back, and what is true is applied once."
      actions={
        <SelectInput
          aria-label="Outcome"
          value={outcome}
          onChange={({ target }) => setOutcome(outcomes.find((each) => each === target.value) ?? '')}
        >
          <option value="">Any outcome</option>
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {looks[each].words}
            </option>
          ))}
        </SelectInput>
      }
    >
      <EventList outcome={outcome} />
    </AdminSection>
  );
}

const columns: Column<ProviderEvent>[] = [
  {
    head: 'Event',
    cell: ({ type, provider, reference }) => (
      <NameCell name={type} detail={[providers[provider], reference].filter(Boolean).join(', ')} />
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
    className: 'w-[112px]',
    cell: (event) => event.reference !== null && <ReplayButton event={event} />,
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

function EventList({ outcome }: { outcome: Outcome | '' }) {
  // What is shown stays until the next is there.
  const wanted = useDeferredValue(outcome);
  const list = useSuspenseInfiniteQuery(providerEventsQuery(wanted ? { outcome: wanted } : {}));
  return (
    <AdminTable
      label="Provider events"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      keyOf={({ id }) => id}
      pages={list}
      empty={{
        icon: Webhook,
        title: wanted ? 'No event has this outcome' : 'No provider has told us anything yet',
      }}
    />
  );
}
