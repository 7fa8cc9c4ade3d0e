import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { ArrowRight, CircleCheck, Pause, Play, RefreshCw, Trash2, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { chooseNone, useChosen } from '../list/chosen.ts';
import { useShowCause } from '../list/use-causes.ts';
import { useReadOnly } from '../use-read-only.ts';
import { nameMany } from './bulk-texts.ts';
import { askFor, type BulkAct, type BulkWork, pointedToKey, setWork, useBulkWork } from './bulk-work.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useBulkActs, useSyncProgress } from './use-bulk-acts.ts';

type BulkBarProps = {
  automations: readonly Automation[];
  /** When they were loaded. */
  updatedAt: number;
  /** Those that the list shows: nothing else is acted on. */
  wanted: readonly Automation[];
};

/** What can be done with the chosen automations, how far it is, and what came of it. */
export function BulkBar({ automations, updatedAt, wanted }: BulkBarProps) {
  const work = useBulkWork((state) => state.work);
  const ids = useChosen((state) => state.ids);
  const chosen = wanted.filter(({ id }) => ids.has(id));
  const { act, stop } = useBulkActs();
  const progress = useSyncProgress({ automations, updatedAt }, work);
  useActAsked(work, act.mutate);
  useForgottenResult();
  useNewChoice();
  useEscape(work === null && chosen.length > 0);
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && work === null && `${chosen.length} chosen`}
      </p>
      {work === null && chosen.length > 0 && <Choice chosen={chosen} />}
      {work?.kind === 'busy' && (
        <Floating label={work.text} takesFocus>
          <Spinner />
          <b className="font-semi">{work.text}</b>
        </Floating>
      )}
      {work?.kind === 'syncing' && (
        <Floating label="Sync of many" takesFocus>
          <Spinner />
          <b className="font-semi">Syncing {work.ids.length}</b>
          <span role="status" className="tabular text-xs text-ink-2">
            {progress.done} done, {progress.left} to go
          </span>
          <Button size="sm" variant="quiet" pending={stop.isPending} onClick={() => stop.mutate(work)}>
            Stop
          </Button>
        </Floating>
      )}
      {work?.kind === 'done' && <Result work={work} onUndo={(undone) => askFor('activate', undone)} />}
      {work?.kind === 'asked' && work.act === 'delete' && (
        <DeleteDialog
          count={work.ids.length}
          onConfirm={() => act.mutate({ name: 'delete', ids: work.ids })}
        />
      )}
      {work?.kind === 'asked' && (work.act === 'move' || work.act === 'move-source') && (
        <MoveDialog
          side={work.act === 'move' ? 'target' : 'source'}
          automations={automations.filter(({ id }) => work.ids.includes(id))}
          onClose={() => setWork(null)}
        />
      )}
    </>
  );
}

/** A result is gone with the list. */
function useForgottenResult(): void {
  useEffect(
    () => () => {
      if (useBulkWork.getState().work?.kind !== 'syncing') setWork(null);
    },
    [],
  );
}

/** A new choice takes the place of a result: else its acts could not be reached. */
function useNewChoice(): void {
  useEffect(
    () =>
      useChosen.subscribe(({ ids }, before) => {
        const isResult = useBulkWork.getState().work?.kind === 'done';
        if (isResult && ids !== before.ids && ids.size > 0) setWork(null);
      }),
    [],
  );
}

type Question = 'move' | 'move-source' | 'delete';

function isQuestion(act: BulkAct): act is Question {
  return act === 'move' || act === 'move-source' || act === 'delete';
}

/** Carries out at once what needs no question: one can be repeated, the other undone. */
function useActAsked(
  work: BulkWork | null,
  mutate: (input: { name: Exclude<BulkAct, Question>; ids: readonly string[] }) => void,
): void {
  useEffect(() => {
    if (work?.kind !== 'asked' || isQuestion(work.act)) return;
    mutate({ name: work.act, ids: work.ids });
  }, [work, mutate]);
}

const above = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Escape unticks all, unless something above the list is open. The focus goes back to the row that was ticked last. */
function useEscape(isOn: boolean): void {
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
  if (isInBar || document.activeElement === document.body) row?.focus({ preventScroll: true });
}

type FloatingProps = {
  label: string;
  /** Whether it takes the focus of the button that was pressed and is gone. */
  takesFocus?: boolean;
  children: ReactNode;
};

function Floating({ label, takesFocus = false, children }: FloatingProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    // Where a button was that is gone, the focus is on nothing or on the whole content.
    const isLost = activeElement === document.body || activeElement?.tagName === 'MAIN';
    if (takesFocus && isLost) bar.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="toolbar"
      aria-label={label}
      data-bulk-bar
      className="fixed inset-x-2 bottom-2 z-30 mx-auto flex w-fit max-w-[calc(100vw-16px)] animate-rise-in flex-wrap items-center gap-x-2 gap-y-1.5 rounded-lg border border-line bg-surface py-1.5 pe-1.5 ps-4 text-sm shadow-pop md:bottom-4 md:inset-s-[calc(256px+1rem)]"
    >
      {children}
    </div>
  );
}

/** The chosen ones, and what can be done with them. */
function Choice({ chosen }: { chosen: readonly Automation[] }) {
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
      <b className="tabular me-1 font-semi max-md:flex-1">{chosen.length.toLocaleString('en-US')} chosen</b>
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

type ResultProps = {
  work: Extract<BulkWork, { kind: 'done' }>;
  onUndo: (ids: readonly string[]) => void;
};

function Result({ work: { text, tone, undo, show }, onUndo }: ResultProps) {
  const showCause = useShowCause();
  const Icon = tone === 'good' ? CircleCheck : TriangleAlert;
  return (
    <Floating label="Result" takesFocus>
      <Icon aria-hidden="true" className={`size-4 ${tone === 'good' ? 'text-good' : 'text-warn'}`} />
      <b role="status" className="min-w-0 font-semi text-pretty">
        {text}
      </b>
      {undo && (
        <Button size="sm" onClick={() => onUndo(undo)}>
          Undo
        </Button>
      )}
      {show && (
        <Button
          size="sm"
          onClick={() => {
            useBulkWork.setState({ pointedTo: show, work: null });
            showCause(pointedToKey);
          }}
        >
          Show the {show.length}
        </Button>
      )}
      <IconButton label="Close" onClick={() => setWork(null)}>
        <X />
      </IconButton>
    </Floating>
  );
}

function DeleteDialog({ count, onConfirm }: { count: number; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      open
      title={`${nameMany('Delete', count)}?`}
      description="This cannot be undone. The dropdowns keep the options they have and are no longer updated."
      confirmLabel={nameMany('Delete', count)}
      destructive
      onConfirm={onConfirm}
      onCancel={() => setWork(null)}
    />
  );
}
