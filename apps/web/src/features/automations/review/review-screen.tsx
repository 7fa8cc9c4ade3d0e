import { type Automation, previewNoun, toListNoun } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import type { ReactNode } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { formatRecent, formatTime } from '../../../ui/dates.ts';
import { usePageLinks } from '../page/use-page-links.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AnsweredReview } from './answered-review.tsx';
import { Deciding } from './deciding.tsx';
import { toReview } from './review-figures.ts';
import { CannotLook, NothingToReview, PausedReview, Reading, ReviewHead } from './review-states.tsx';
import { reviewTitle } from './review-texts.ts';
import { useReview } from './use-review.ts';

/** A review: the preview of a stopped sync and the decision; or why there is nothing to decide. */
export function ReviewScreen({ automation }: { automation: Automation }) {
  const { reconnect } = usePageLinks();
  const isReadOnly = useReadOnly();
  const state = useReview(automation);
  const { preview, error, readAgain, isReading, answered, isOver, current } = state;
  if (isReadOnly)
    return (
      <Stage automation={automation}>
        <CannotLook title="Smartsheet is not connected.">
          <Button variant="primary" onClick={reconnect}>
            Reconnect
          </Button>
        </CannotLook>
      </Stage>
    );
  if (answered) return <AnsweredReview automation={current} answered={answered} isOver={isOver} />;
  if (!preview)
    return (
      <Stage automation={automation}>
        {error && !isReading ? (
          <CannotLook title={getMessage(error, 'The sheets could not be read.')}>
            <Button onClick={readAgain}>Try again</Button>
          </CannotLook>
        ) : (
          <Reading />
        )}
      </Stage>
    );
  if (!preview.needsReview || !automation.isActive) {
    const Over = preview.needsReview ? PausedReview : NothingToReview;
    return (
      <Stage automation={automation}>
        <Over automation={automation} preview={preview} />
      </Stage>
    );
  }
  return (
    <>
      <ReviewHead
        automation={automation}
        title={reviewTitle(toReview(preview), previewNoun(preview))}
        text={`${stoppedText(automation)} This is what it would do now, read at ${formatTime(preview.readAt)}.`}
      />
      {/* Ticks belong to what was seen. */}
      <Deciding key={preview.fingerprint} automation={automation} state={state} preview={preview} />
    </>
  );
}

function stoppedText({ lastRun, review }: Automation): string {
  if (!review || !lastRun) return 'Nothing was changed.';
  return `The sync of ${formatRecent(lastRun.at, new Date())} stopped and changed nothing.`;
}

function Stage({ automation, children }: { automation: Automation; children: ReactNode }) {
  const { review } = automation;
  return (
    <>
      <ReviewHead
        automation={automation}
        title={review ? reviewTitle(review, toListNoun(automation)) : 'Review'}
      />
      {children}
    </>
  );
}
