import { type Rule, ruleEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { Pause, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { loadZod } from '../lazy-dialogs.ts';
import { MoreMenu } from '../more-menu.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { DeleteRuleDialog } from './delete-rule-dialog.tsx';
import { useRefreshRules } from './use-refresh-rules.ts';

const EditRuleDialog = lazyPart(
  async () => {
    await loadZod();
    return (await import('./edit-rule-dialog.tsx')).EditRuleDialog;
  },
  { floats: true },
);

const actionClass = 'max-md:flex-1 max-[25rem]:px-2 max-[25rem]:[&_svg]:hidden';

/** The window about a rule that is open. */
export type RuleDialog = 'edit' | 'delete' | null;

type RuleActionsProps = { rule: Rule; open: RuleDialog; onOpen: (dialog: RuleDialog) => void };

/** What can be done with a rule. Sync Now looks into its folder too. */
export function RuleActions({ rule, open, onOpen }: RuleActionsProps) {
  const isReadOnly = useReadOnly();
  const refresh = useRefreshRules();
  const { id, name, isActive, isLooking } = rule;
  const params = { id };
  const sync = useAction({
    send: () => call(ruleEndpoints.sync, { params }),
    onDone: () => showToast({ title: 'Manual sync triggered' }),
    failure: { title: 'Sync failed' },
    refresh,
  });
  const toggle = useAction({
    send: () => call(ruleEndpoints.edit, { params, body: { isActive: !isActive } }),
    onDone: () => showToast({ title: isActive ? 'Automation deactivated' : 'Automation activated' }),
    failure: { title: 'Update failed' },
    refresh,
  });
  const close = () => onOpen(null);
  const ToggleIcon = isActive ? Pause : Play;
  if (isReadOnly) return null;
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full">
      <MoreMenu name={name}>
        <MenuItem icon={Trash2} destructive onSelect={() => onOpen('delete')}>
          Delete
        </MenuItem>
      </MoreMenu>
      <Button className={actionClass} onClick={() => onOpen('edit')}>
        <Pencil aria-hidden="true" strokeWidth={1.75} />
        Edit
      </Button>
      <Button
        variant={isActive ? 'secondary' : 'primary'}
        className={actionClass}
        pending={toggle.isPending}
        pendingLabel={isActive ? 'Pausing' : 'Activating'}
        onClick={() => toggle.run()}
      >
        <ToggleIcon aria-hidden="true" strokeWidth={1.75} />
        {isActive ? 'Pause' : 'Activate'}
      </Button>
      {isActive && (
        <Button
          variant="primary"
          className={actionClass}
          pending={sync.isPending || isLooking}
          pendingLabel="Looking"
          onClick={() => sync.run()}
        >
          <RefreshCw aria-hidden="true" strokeWidth={1.75} />
          Sync Now
        </Button>
      )}
      {open === 'edit' && <EditRuleDialog rule={rule} onClose={close} />}
      {open === 'delete' && <DeleteRuleDialog rule={rule} onClose={close} />}
    </div>
  );
}
