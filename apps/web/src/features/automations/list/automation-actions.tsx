import { type Automation, isolated } from '@picksync/contracts';
import { DropdownMenu, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Ellipsis, Pause, Pencil, Play, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { showToast } from '../../../stores/toast.ts';
import { isSyncing } from '../automation-status.ts';
import { getReadOnlyReason } from '../use-read-only.ts';
import { useAutomationActions } from './use-automation-actions.ts';

export function sayPaused(): void {
  showToast({ tone: 'bad', title: 'This automation is paused', description: 'Activate it to sync it.' });
}

type AutomationActionsProps = {
  automation: Automation;
  isReadOnly: boolean;
  onEdit: () => void;
  onAdd: () => void;
  onDelete: () => void;
};

/** The buttons of a row; while Smartsheet is not connected, why there are none. */
export function AutomationActions({ isReadOnly, ...props }: AutomationActionsProps) {
  if (isReadOnly) {
    const reason = getReadOnlyReason(props.automation);
    return <p className="text-right text-xs whitespace-nowrap text-ink-3">{reason}</p>;
  }
  return <Buttons {...props} />;
}

/** Their labels include the automation's name, so that each is unique. */
function Buttons({ automation, onEdit, onAdd, onDelete }: Omit<AutomationActionsProps, 'isReadOnly'>) {
  const { sync, toggle } = useAutomationActions(automation);
  const { name, isActive } = automation;
  return (
    <div className="flex justify-end gap-1">
      <IconButton
        label={`Sync Now: ${isolated(name)}`}
        title={isActive ? 'Sync Now' : 'Activate it to sync it'}
        pending={sync.isPending || isSyncing(automation)}
        aria-disabled={isActive ? undefined : true}
        onClick={isActive ? () => sync.mutate() : sayPaused}
      >
        <RefreshCw strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`${isActive ? 'Pause' : 'Activate'}: ${isolated(name)}`}
        title={isActive ? 'Pause' : 'Activate'}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {isActive ? <Pause strokeWidth={1.75} /> : <Play strokeWidth={1.75} />}
      </IconButton>
      <DropdownMenu
        trigger={
          <IconButton label={`More: ${isolated(name)}`} title="More">
            <Ellipsis strokeWidth={1.75} />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={Plus} onSelect={onAdd}>
          Add another destination
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={onDelete}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
