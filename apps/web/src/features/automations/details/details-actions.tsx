import type { Automation } from '@picksync/contracts';
import { Pause, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { isSyncing } from '../automation-status.ts';
import { useAutomationActions } from '../list/use-automation-actions.ts';
import { readOnlyReason, useReadOnly } from '../use-read-only.ts';

type DetailsActionsProps = { automation: Automation; onEdit: () => void; onDelete: () => void };

/** What can be done to the automation, or what brings that back. */
export function DetailsActions({ automation, onEdit, onDelete }: DetailsActionsProps) {
  const { sync, toggle } = useAutomationActions(automation);
  const { isActive } = automation;
  if (useReadOnly()) return <p className="text-sm text-ink-3">{readOnlyReason}</p>;
  return (
    <div className="flex flex-wrap gap-2 max-[400px]:gap-1.5 max-[400px]:[&_button]:px-2 max-[400px]:[&_svg]:hidden">
      {isActive && (
        <Button
          variant="primary"
          pending={sync.isPending || isSyncing(automation)}
          pendingLabel="Syncing"
          onClick={() => sync.mutate()}
        >
          <RefreshCw aria-hidden="true" strokeWidth={1.75} />
          Sync Now
        </Button>
      )}
      <Button
        variant={isActive ? 'secondary' : 'primary'}
        pending={toggle.isPending}
        pendingLabel={isActive ? 'Pausing' : 'Activating'}
        onClick={() => toggle.mutate()}
      >
        {isActive ? (
          <Pause aria-hidden="true" strokeWidth={1.75} />
        ) : (
          <Play aria-hidden="true" strokeWidth={1.75} />
        )}
        {isActive ? 'Pause' : 'Activate'}
      </Button>
      <Button onClick={onEdit}>
        <Pencil aria-hidden="true" strokeWidth={1.75} />
        Edit
      </Button>
      <Button onClick={onDelete}>
        <Trash2 aria-hidden="true" strokeWidth={1.75} />
        Delete
      </Button>
    </div>
  );
}
