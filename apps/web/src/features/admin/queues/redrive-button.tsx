import { adminOperationsEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import type { QueueState } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { useAdminAction } from '../use-admin-action.ts';

export function RedriveButton({ queue: { name, dead } }: { queue: QueueState }) {
  const redrive = useAdminAction(
    () => call(adminOperationsEndpoints.redrive, { params: { name } }, { quiet: true }),
    'Not redriven',
  );
  const confirmRedrive = async () => {
    const letters = dead === 1 ? '1 dead letter' : `${dead} dead letters`;
    const isSure = await askToConfirm({
      title: `Redrive ${letters} of ${name}?`,
      description: 'Each failed as often as jobs are tried. Find out why before you give them another try.',
      confirmLabel: `Redrive ${dead}`,
    });
    if (isSure) redrive.mutate(undefined);
  };
  return (
    <Button
      size="sm"
      aria-label={`Redrive ${dead} of ${name}`}
      pending={redrive.isPending}
      onClick={() => void confirmRedrive()}
    >
      Redrive {dead}
    </Button>
  );
}
