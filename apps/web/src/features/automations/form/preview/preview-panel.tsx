import { isolated, type Sheet } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { DifferenceBar } from '../../../../ui/difference-figures.tsx';
import type { FormAnswer } from '../use-form-answer.ts';
import { PreviewDifference } from './preview-difference.tsx';
import type { PreviewFixes } from './preview-fixes.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewShown } from './preview-shown.tsx';
import { PreviewLeftOut, PreviewWarnings } from './preview-warnings.tsx';
import type { PreviewState } from './use-draft-preview.ts';

type PreviewPanelProps = {
  state: PreviewState;
  sourceName: string;
  /** The sheet that is read, where it is known. */
  source: Pick<Sheet, 'name' | 'permalink'> | null;
  /** Whether it is the first sync that is previewed, or the next one. */
  isNew: boolean;
  pins: { first: readonly string[]; last: readonly string[] };
  fixes: PreviewFixes;
  tick: FormAnswer['tick'];
};

/** The preview of a sync with the present values of the form. */
export function PreviewPanel({ state, sourceName, source, isNew, pins, fixes, tick }: PreviewPanelProps) {
  const which = isNew ? 'first' : 'next';
  switch (state.kind) {
    case 'empty':
      return (
        <PreviewFrame title="Nothing to show yet">
          <DifferenceBar parts={emptyShape} />
          <p className="text-xs text-ink-2">
            {state.isUnfinished
              ? 'Finish the option that is marked to see what it does.'
              : `Choose a source column and a dropdown to see what the ${which} sync would do.`}
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
              : `${isolated(sourceName)} has ${state.rows.toLocaleString('en-US')} rows.`}
          </p>
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
        <PreviewShown {...state} which={which}>
          <PreviewWarnings preview={state.preview} source={source} fixes={fixes} tick={tick} isNew={isNew} />
          <PreviewDifference preview={state.preview} pins={pins} />
          <PreviewLeftOut warnings={state.preview.warnings} />
        </PreviewShown>
      );
  }
}

const emptyShape = [
  { kind: 'free', count: 2 },
  { kind: 'free', count: 5 },
] as const;
