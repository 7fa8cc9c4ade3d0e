import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useChosen } from '../list/chosen.ts';
import { useShowCause } from '../list/use-causes.ts';
import { Choice, useEscape } from './bulk-choice.tsx';
import { nameMany } from './bulk-texts.ts';
import { askFor, type BulkAct, type BulkWork, pointedToKey, setWork, useBulkWork } from './bulk-work.ts';
import { Floating } from './floating.tsx';
import { bringFocusBack, useFocusBefore } from './focus-before.ts';
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
  useFocusBefore();
  useShortcut();
  useEscape(work === null && chosen.length > 0);
  return (
    <>
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

/** F8 leads to the first button of the bar, unless there is a message. */
function useShortcut(): void {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'F8' || document.querySelector('[aria-label^="Notifications"] li')) return;
      document.querySelector<HTMLElement>('[data-bulk-bar] button')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
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
      <b className="min-w-0 font-semi text-pretty">{text}</b>
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
      <IconButton
        label="Close"
        onClick={() => {
          setWork(null);
          bringFocusBack();
        }}
      >
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
      description="This cannot be undone. The columns keep their lists and are no longer updated."
      confirmLabel={nameMany('Delete', count)}
      destructive
      onConfirm={onConfirm}
      onCancel={() => setWork(null)}
    />
  );
}
