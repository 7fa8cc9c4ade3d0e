import {
  formatNumber,
  isolated,
  type Preview,
  type PreviewOption,
  pluralize,
  previewNote,
  previewNoun,
  previewTitle,
  type Sheet,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import type { ReactNode } from 'react';
import { formatAgoWithin, formatDay } from '../../../../ui/dates.ts';
import { ContactsContext, DifferenceChips, type DifferenceOption } from '../../../../ui/difference-chips.tsx';
import { DifferenceBar, DifferenceFigures } from '../../../../ui/difference-figures.tsx';
import { NewNameChips, PreviewChips, rowsNote } from '../../preview-chips.tsx';
import type { FormAnswer } from '../use-form-answer.ts';
import type { PreviewFixes } from '../use-form-parts.ts';
import type { PreviewState } from '../use-preview-and-checks.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewLeftOut, PreviewWarnings } from './preview-warnings.tsx';

type PreviewPanelProps = {
  state: PreviewState;
  sourceName: string;
  /** The sheet that is read, where it is known. */
  source: Pick<Sheet, 'name' | 'permalink'> | null;
  /** Whether it is the first sync that is previewed, or the next one. */
  isNew: boolean;
  pins: { first: readonly string[]; last: readonly string[] };
  /** Draws the names that would change. */
  showNames: (preview: Preview) => ReactNode;
  fixes: PreviewFixes;
  tick: FormAnswer['tick'];
};

/** The preview of a sync with the present values of the form. */
export function PreviewPanel({ state, sourceName, source, isNew, ...shown }: PreviewPanelProps) {
  const { pins, showNames, fixes, tick } = shown;
  const which = isNew ? 'first' : 'next';
  switch (state.kind) {
    case 'empty':
      return (
        <PreviewFrame title="Nothing to show yet">
          <DifferenceBar parts={emptyShape} />
          <p className="text-xs text-ink-2">
            {state.isUnfinished
              ? 'Finish the option that is marked to see what it does.'
              : `Choose a source column and a column to fill to see what the ${which} sync would do.`}
          </p>
        </PreviewFrame>
      );
    case 'reading':
      return (
        <PreviewFrame title="Reading both sheets" isBusy>
          <DifferenceBar parts={[{ kind: 'free', count: 1 }]} />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
          <p className="text-xs text-ink-2">
            {state.rows === null
              ? 'This takes a moment for long sheets.'
              : `${isolated(sourceName)} has ${formatNumber(state.rows)} rows.`}
          </p>
        </PreviewFrame>
      );
    case 'no_addresses':
      return (
        <PreviewFrame title="No address column yet">
          <div className="grid justify-items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm forced-colors:border">
            <p>Choose the column with the addresses. Without it nobody can be added to a contact column.</p>
            <Button size="sm" onClick={state.choose}>
              Choose the address column
            </Button>
          </div>
          <p className="text-xs text-ink-2">A contact column as the source needs none.</p>
        </PreviewFrame>
      );
    case 'failed':
      return (
        <PreviewFrame title="No preview right now">
          <div className="grid justify-items-start gap-2 rounded-md bg-bad-soft px-3 py-2.5 text-sm forced-colors:border">
            <p>{state.message}</p>
            <Button size="sm" onClick={state.retry}>
              Try again
            </Button>
          </div>
          <p className="text-xs text-ink-2">Your entries stay as they are.</p>
        </PreviewFrame>
      );
    case 'shown':
      return (
        <ContactsContext value={state.preview.newNames !== undefined}>
          <PreviewShown {...state} which={which}>
            <PreviewWarnings
              preview={state.preview}
              source={source}
              fixes={fixes}
              tick={tick}
              isNew={isNew}
            />
            <PreviewDifference preview={state.preview} {...{ pins, showNames }} />
            <PreviewLeftOut warnings={state.preview.warnings} />
          </PreviewShown>
        </ContactsContext>
      );
  }
}

const emptyShape = [
  { kind: 'free', count: 2 },
  { kind: 'free', count: 5 },
] as const;

type PreviewShownProps = {
  preview: Preview;
  isReading: boolean;
  isUnfinished: boolean;
  which: string;
  children: ReactNode;
};

/** A preview that was loaded: the totals, and below them the options. */
function PreviewShown({ preview, isReading, isUnfinished, which, children }: PreviewShownProps) {
  const now = useNow();
  const { added, removed, kept, optionCountAfter, optionLimit, verdict, reason } = preview;
  const isTooLong = reason === 'too_many_options';
  return (
    <PreviewFrame
      title={previewTitle(preview)}
      isBusy={isReading}
      note={
        <p className="flex min-h-[18px] items-center gap-1.5 text-xs text-ink-2">
          {isReading ? (
            <>
              <Spinner />
              Reading again
            </>
          ) : isUnfinished ? (
            'Finish the option that is marked to see what it does.'
          ) : (
            `What the ${which} sync would do. Read ${formatAgoWithin(preview.readAt, now)}, stored nowhere.`
          )}
        </p>
      }
    >
      {isTooLong ? (
        <DifferenceBar
          parts={[
            { kind: 'kept', count: optionLimit },
            { kind: 'over', count: Math.max(optionCountAfter - optionLimit, 1) },
          ]}
        />
      ) : (
        <DifferenceFigures
          added={added.count}
          removed={removed.count}
          kept={kept.count}
          after={optionCountAfter}
          renamed={preview.renames?.count ?? 0}
          noun={previewNoun(preview)}
          newNames={preview.newNames?.count ?? 0}
        />
      )}
      {verdict === 'unchanged' && <p className="text-sm">{previewNote(preview)}</p>}
      {children}
    </PreviewFrame>
  );
}

type PreviewDifferenceProps = Pick<PreviewPanelProps, 'pins' | 'showNames'> & { preview: Preview };

/** The options that would be added, removed and kept, as chips; removals come first. */
function PreviewDifference({ preview, pins, showNames }: PreviewDifferenceProps) {
  const { removed, leaving, keptInUse, added, filteredOut, drift, sourceRows, newNames } = preview;
  const pinned = ({ text, rows }: PreviewOption): DifferenceOption => ({
    text,
    note: pins.first.includes(text) ? 'first' : pins.last.includes(text) ? 'last' : rowsNote(rows),
  });
  return (
    <>
      {showNames(preview)}
      <PreviewChips title="Removed" kind="removed" {...removed} few={12} />
      <DifferenceChips
        title="Leaving later"
        kind="removed"
        count={leaving.count}
        options={leaving.options.map(({ text, leavesAt }) => ({ text, note: `on ${formatDay(leavesAt)}` }))}
      />
      <NewNameChips newNames={newNames} />
      <PreviewChips title="Kept because rows use it" kind="kept" {...keptInUse} />
      <DifferenceChips title="Added" kind="added" count={added.count} options={added.options.map(pinned)} />
      <DifferenceChips
        title="Kept"
        kind="kept"
        count={Math.max(preview.kept.count - keptInUse.count - leaving.count - (newNames?.count ?? 0), 0)}
        options={listOthers(preview).map(pinned)}
      />
      <PreviewChips title="Left out by your filters" kind="kept" {...filteredOut} />
      {drift && (
        <>
          <PreviewChips title="Added by hand since the last sync" kind="kept" {...drift.added} />
          <PreviewChips title="Deleted by hand since the last sync" kind="kept" {...drift.removed} />
        </>
      )}
      {sourceRows && (
        <>
          <PreviewChips title="New rows of the source" kind="added" {...sourceRows.added} />
          <DifferenceChips
            title="Rows of the source that would be deleted"
            kind="removed"
            count={sourceRows.deleted.count}
            options={sourceRows.deleted.rows.map(({ text, rowNumber, filledCells }) => ({
              text,
              note: `row ${rowNumber}, ${pluralize(filledCells, 'filled cell')}`,
            }))}
          />
        </>
      )}
    </>
  );
}

/** Returns the options that are kept only because they are in the source. */
function listOthers(preview: Preview): PreviewOption[] {
  const { kept, keptInUse, leaving } = preview;
  const renamed = preview.newNames?.contacts.map(({ to }) => to) ?? [];
  const named = new Set([...[...keptInUse.options, ...leaving.options].map(({ text }) => text), ...renamed]);
  return kept.options.filter(({ text }) => !named.has(text));
}
