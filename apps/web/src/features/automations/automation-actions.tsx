import type { Automation } from '@picksync/contracts';
import { Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { isSyncing } from './automation-status.ts';
import { useAutomationActions } from './use-automation-actions.ts';

/** The buttons of a row. Their names carry the automation's, so that each is one of a kind. */
export const AutomationActions = ({ automation }: { automation: Automation }) => {
  const { sync, toggle, remove, askToRemove } = useAutomationActions(automation);
  const { name, isActive } = automation;
  return (
    <div className="flex gap-1 md:justify-end">
      <IconButton
        label={`Sync Now: ${name}`}
        title="Sync Now"
        pending={sync.isPending || isSyncing(automation)}
        disabled={!isActive}
        onClick={() => sync.mutate()}
      >
        <RefreshCw />
      </IconButton>
      <IconButton
        label={`${isActive ? 'Pause' : 'Activate'}: ${name}`}
        title={isActive ? 'Pause' : 'Activate'}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {isActive ? <Pause /> : <Play />}
      </IconButton>
      <IconButton
        label={`Delete: ${name}`}
        title="Delete"
        pending={remove.isPending}
        onClick={askToRemove}
        className="hover:text-bad!"
      >
        <Trash2 />
      </IconButton>
    </div>
  );
};
