import { type Automation, isolated } from '@picksync/contracts';
import { DropdownMenu, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Ellipsis, Pause, Pencil, Play, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { showToast } from '../../../stores/toast.ts';
import { isSyncing } from '../automation-status.tsx';
import { readOnlyReason } from '../use-read-only.ts';
import { useAutomationActions } from './use-automation-actions.tsx';
import { useAutomationLinks } from './use-automation-links.ts';

function sayPaused(): void {
  showToast({ tone: 'neutral', title: 'This automation is paused', description: 'Activate it to sync it.' });
}

type RowActionsProps = {
  automation: Automation;
  isReadOnly: boolean;
  /** Whether there is room for one button only. */
  isNarrow: boolean;
};

/** The buttons of a row; while Smartsheet is not connected, why there are none. */
export function RowActions({ automation, isReadOnly, isNarrow }: RowActionsProps) {
  if (!isReadOnly) return <Buttons {...{ automation, isNarrow }} />;
  // One that is paused does not go on by itself.
  const reason = automation.isActive ? readOnlyReason : 'Reconnect to activate it';
  return <p className="text-end text-xs whitespace-nowrap text-ink-3">{reason}</p>;
}

/**
 * Their labels include the automation's name, so that each is unique. Where there is no room for the buttons, the menu has
 * their actions.
 */
function Buttons({ automation, isNarrow }: Pick<RowActionsProps, 'automation' | 'isNarrow'>) {
  const { edit, addDestinations, askToDelete } = useAutomationLinks();
  const { sync, toggle } = useAutomationActions(automation);
  const { name, isActive } = automation;
  return (
    <div className="flex justify-end gap-1">
      <IconButton
        className="max-md:hidden"
        label={`Sync Now: ${isolated(name)}`}
        title={isActive ? 'Sync Now' : 'Activate it to sync it'}
        pending={sync.isPending || isSyncing(automation)}
        aria-disabled={isActive ? undefined : true}
        onClick={isActive ? () => sync.mutate() : sayPaused}
      >
        <RefreshCw strokeWidth={1.75} />
      </IconButton>
      <IconButton
        className="max-md:hidden"
        label={`${isActive ? 'Pause' : 'Activate'}: ${isolated(name)}`}
        title={isActive ? 'Pause' : 'Activate'}
        pending={toggle.isPending}
        onClick={toggle.run}
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
        {isNarrow && (
          <>
            <MenuItem icon={RefreshCw} onSelect={isActive ? () => sync.mutate() : sayPaused}>
              Sync Now
            </MenuItem>
            <MenuItem icon={isActive ? Pause : Play} onSelect={toggle.run}>
              {isActive ? 'Pause' : 'Activate'}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={Pencil} onSelect={() => edit(automation, 'name')}>
          Edit
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => addDestinations(automation)}>
          Add another destination
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={() => askToDelete(automation)}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
