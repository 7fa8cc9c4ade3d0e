import { adminBillingEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import type { ProviderEvent } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useAdminAction } from '../use-admin-action.ts';

export function ReplayButton({ event: { id, type } }: { event: ProviderEvent }) {
  const replay = useAdminAction(
    () => call(adminBillingEndpoints.replay, { params: { id } }, { quiet: true }),
    'Not replayed',
  );
  return (
    <Button
      size="sm"
      aria-label={`Replay ${type}`}
      pending={replay.isPending}
      onClick={() => replay.mutate(undefined)}
    >
      Replay
    </Button>
  );
}
