import { type Automation, formatNumber } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { ArrowRight, Pause, Play, RefreshCw, Trash2, X } from 'lucide-react';
import { useEffect } from 'react';
import { chooseNone, useChosen } from '../list/chosen.ts';
import { useReadOnly } from '../use-read-only.ts';
import { askFor, type BulkAct } from './bulk-work.ts';
import { Floating } from './floating.tsx';
import { bringFocusBack } from './focus-before.ts';

/** The chosen ones, and what can be done with them. */
export function Choice({ chosen }: { chosen: readonly Automation[] }) {
  const isPhone = useIsPhone();
  const isReadOnly = useReadOnly();
  const active = chosen.filter(({ isActive }) => isActive).map(({ id }) => id);
  // What rests after a restore is activated one by one: its page says first what the source would do.
  const paused = chosen
    .filter(({ isActive, pausedBy }) => !isActive && pausedBy !== 'restore')
    .map(({ id }) => id);
  const all = chosen.map(({ id }) => id);
  const acts: { act: BulkAct; label: string; icon: typeof Play; ids: string[]; isOff?: boolean }[] = [
    { act: 'sync', label: 'Sync Now', icon: RefreshCw, ids: active, isOff: isReadOnly },
    { act: 'pause', label: 'Pause', icon: Pause, ids: active },
    { act: 'activate', label: 'Activate', icon: Play, ids: paused, isOff: isReadOnly },
    { act: 'move', label: 'Choose another destination', icon: ArrowRight, ids: all, isOff: isReadOnly },
    { act: 'delete', label: 'Delete', icon: Trash2, ids: all },
  ];
  const possible = acts.filter(({ ids, isOff }) => ids.length > 0 && !isOff);
  const [beside, inMenu] = isPhone ? [possible.slice(0, 2), possible.slice(2)] : [possible, []];
  return (
    <Floating label={`${chosen.length} chosen`}>
      <b className="tabular me-1 font-semi max-md:flex-1">{formatNumber(chosen.length)} chosen</b>
      {/* A phone has a line for the number and one for what can be done. */}
      {isPhone && <ChooseNone />}
      <div className="contents max-md:-ms-2.5 max-md:grid max-md:basis-full max-md:auto-cols-fr max-md:grid-flow-col max-md:gap-2">
        {beside.map(({ act, label, icon: Icon, ids }) => (
          <Button key={act} size="sm" variant="quiet" onClick={() => askFor(act, ids)}>
            <Icon aria-hidden="true" strokeWidth={1.75} className={act === 'delete' ? 'text-bad' : ''} />
            <span className={act === 'delete' ? 'text-bad' : 'text-ink'}>{label}</span>
          </Button>
        ))}
        {inMenu.length > 0 && (
          <DropdownMenu trigger={<Button size="sm">More</Button>}>
            {inMenu.map(({ act, label, icon, ids }) => (
              <MenuItem
                key={act}
                icon={icon}
                destructive={act === 'delete'}
                onSelect={() => askFor(act, ids)}
              >
                {label}
              </MenuItem>
            ))}
          </DropdownMenu>
        )}
      </div>
      {!isPhone && <ChooseNone />}
    </Floating>
  );
}

function ChooseNone() {
  return (
    <IconButton label="Choose none" onClick={leaveChoice}>
      <X />
    </IconButton>
  );
}

const above = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Escape unticks all, unless something above the list is open. The focus goes back to what was ticked last. */
export function useEscape(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(above)) return;
      if (event.target instanceof HTMLInputElement && event.target.type === 'search') return;
      leaveChoice();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

function leaveChoice(): void {
  const { anchor } = useChosen.getState();
  const isInBar = document.activeElement?.closest('[data-bulk-bar]') !== null;
  chooseNone();
  const row =
    anchor === null ? null : document.querySelector<HTMLElement>(`[data-choice="${CSS.escape(anchor)}"]`);
  if (!isInBar && document.activeElement !== document.body) return;
  if (row) row.focus({ preventScroll: true });
  else bringFocusBack();
}
