import { adminBillingEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import type { ProviderEvent } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

const failure = { title: 'Not acknowledged', text: 'The event could not be acknowledged. Please try again.' };

/** Acknowledges an event that waits for an administrator; draws nothing for any other event. */
export function AcknowledgeButton({ event: { id, type, isWaiting, detail } }: { event: ProviderEvent }) {
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
