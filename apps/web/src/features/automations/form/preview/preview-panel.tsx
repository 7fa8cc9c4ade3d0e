import type { Preview } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { formatAgo } from '../../../../ui/dates.ts';
import { DifferenceBar, DifferenceFigures } from '../../../../ui/difference-figures.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { PreviewDifference } from './preview-difference.tsx';
import type { PreviewFixes } from './preview-fixes.ts';
import { PreviewLeftOut, PreviewWarnings } from './preview-warnings.tsx';
import { previewNote, previewTitle } from './preview-words.ts';
import type { PreviewState } from './use-preview.ts';

type PreviewPanelProps = {
  state: PreviewState;
  sourceName: string;
  /** Whether it is the first sync that is previewed, or the next one. */
  isNew: boolean;
  pins: { first: readonly string[]; last: readonly string[] };
  fixes: PreviewFixes;
};

/** What a sync would do with the form as it stands. */
export function PreviewPanel({ state, sourceName, isNew, pins, fixes }: PreviewPanelProps) {
  const which = isNew ? 'first' : 'next';
  switch (state.kind) {
    case 'empty':
      return (
        <Frame title="Nothing to show yet">
          <DifferenceBar parts={emptyShape} />
          <p className="text-xs text-ink-2">
            Choose a source column and a dropdown to see what the {which} sync would do.
          </p>
        </Frame>
      );
    case 'reading':
      return (
        <Frame title="Reading both sheets" isBusy>
          <DifferenceBar parts={[{ kind: 'free', count: 1 }]} />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
          <p className="text-xs text-ink-2">
            {state.rows === null
              ? 'This takes a moment for long sheets.'
              : `${sourceName} has ${state.rows.toLocaleString('en-US')} rows.`}
          </p>
        </Frame>
      );
    case 'failed':
      return (
        <Frame title="No preview right now">
          <div className="grid justify-items-start gap-2 rounded-md bg-bad-soft px-3 py-2.5 text-sm forced-colors:border">
            <p>{state.message}</p>
            <Button size="sm" onClick={state.retry}>
              Try again
            </Button>
          </div>
          <p className="text-xs text-ink-2">Your entries stay as they are.</p>
        </Frame>
      );
    case 'shown':
      return (
        <Shown {...state} which={which}>
          <PreviewWarnings preview={state.preview} fixes={fixes} />
          <PreviewDifference preview={state.preview} pins={pins} />
          <PreviewLeftOut warnings={state.preview.warnings} />
        </Shown>
      );
  }
}

const emptyShape = [
  { kind: 'free', count: 2 },
  { kind: 'free', count: 5 },
] as const;

type FrameProps = { title: string; note?: ReactNode; isBusy?: boolean; children: ReactNode };

function Frame({ title, note, isBusy, children }: FrameProps) {
  return (
    <section
      aria-label="Preview"
      aria-busy={isBusy || undefined}
      className="grid min-w-0 content-start gap-4"
    >
      <div className="grid gap-0.5">
        <h2 aria-live="polite" className="text-lg leading-6 font-bold tracking-[-0.008em]">
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  );
}

type ShownProps = {
  preview: Preview;
  isReading: boolean;
  isUnfinished: boolean;
  which: string;
  children: ReactNode;
};

function Shown({ preview, isReading, isUnfinished, which, children }: ShownProps) {
  const now = useNow();
  const { added, removed, kept, optionCountAfter, optionLimit, verdict, reason } = preview;
  const isTooLong = reason === 'too_many_options';
  return (
    <Frame
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
            `What the ${which} sync would do. Read ${formatAgo(preview.readAt, now).toLowerCase()}, stored nowhere.`
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
        />
      )}
      {verdict === 'unchanged' && <p className="text-sm">{previewNote(preview)}</p>}
      {children}
    </Frame>
  );
}
