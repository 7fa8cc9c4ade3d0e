import type { Preview } from '@picksync/contracts';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import type { ReactNode } from 'react';
import { formatAgo } from '../../../../ui/dates.ts';
import { DifferenceBar, DifferenceFigures } from '../../../../ui/difference-figures.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { previewNote, previewTitle } from './preview-words.ts';

type PreviewShownProps = {
  preview: Preview;
  isReading: boolean;
  isUnfinished: boolean;
  which: string;
  children: ReactNode;
};

/** A preview that was loaded: the totals, and below them the options. */
export function PreviewShown({ preview, isReading, isUnfinished, which, children }: PreviewShownProps) {
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
    </PreviewFrame>
  );
}
