import type { OutgoingWebhook } from '@picksync/contracts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { Deliveries } from './deliveries.tsx';

/** The deliveries of an outgoing webhook; the panel loads and fails by itself. */
export function SentPanel({ webhook, canSend }: { webhook: OutgoingWebhook; canSend: boolean }) {
  return (
    <PanelBoundary
      skeleton={<SettingsSkeleton />}
      failure={(retry) => (
        <ErrorState message="What was sent could not be loaded. Please try again." onRetry={retry} />
      )}
    >
      <Deliveries {...{ webhook, canSend }} />
    </PanelBoundary>
  );
}
