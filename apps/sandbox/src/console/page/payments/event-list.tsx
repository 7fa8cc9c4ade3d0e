import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Card } from '@picksync/ui/card.tsx';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Delivery } from '../contract.ts';
import { SelectField } from '../controls.tsx';
import { SendDialog } from '../dialogs.tsx';
import { attempt } from '../toasts.tsx';
import { act, Ledger, LedgerLine } from './ledger.tsx';

const tones: Partial<Record<string, Tone>> = { delivered: 'good', waiting: 'warn', failed: 'bad' };

/** Events with what became of them. */
export function EventList({ deliveries }: { deliveries: Delivery[] }) {
  return (
    <Ledger label="Events">
      {deliveries.map(({ id, type, state, lastStatus, failures }) => (
        <LedgerLine key={id}>
          <code className="min-w-0 flex-1 truncate text-xs">{type}</code>
          <Badge tone={tones[state] ?? 'neutral'}>
            {state}
            {failures > 0 && ` · ${lastStatus ?? 'no answer'}`}
          </Badge>
          <Button
            size="sm"
            aria-label={`Resend ${type}, ${id}`}
            onClick={() => void act(`deliveries/${id}/resend`, {}, 'The event is sent again.')}
          >
            Resend
          </Button>
        </LedgerLine>
      ))}
    </Ledger>
  );
}

/** The events that are about no subscription or link, and a button that sends one. */
export function OtherEvents({ deliveries }: { deliveries: Delivery[] }) {
  const [eventTypes, setEventTypes] = useState<string[] | null>(null);
  const choose = () =>
    attempt(async () => {
      const reply = await call<{ eventTypes: string[] }>('GET', '/api/payments/event-types');
      setEventTypes(reply.eventTypes);
    });
  return (
    <Card className="grid gap-3">
      {deliveries.length === 0 ? (
        <p className="text-sm text-ink-2">None yet.</p>
      ) : (
        <EventList deliveries={deliveries} />
      )}
      <Button size="sm" className="justify-self-start" onClick={() => void choose()}>
        Send a sample event
      </Button>
      {eventTypes && <SampleDialog eventTypes={eventTypes} onClose={() => setEventTypes(null)} />}
    </Card>
  );
}

/** Lets a person send an event of PayPal's about things that do not exist. */
function SampleDialog({ eventTypes, onClose }: { eventTypes: string[]; onClose: () => void }) {
  const [type, setType] = useState('PAYMENT.SALE.REVERSED');
  return (
    <SendDialog
      title="Send a sample event of PayPal?"
      description="It goes to every webhook that wants it, and is about nothing that exists."
      submitLabel="Send it"
      send={() => act('sample-event', { type }, 'The event is sent.')}
      onClose={onClose}
    >
      <SelectField
        label="Event"
        options={Object.fromEntries(eventTypes.map((one) => [one, one]))}
        value={type}
        onChange={setType}
      />
    </SendDialog>
  );
}
