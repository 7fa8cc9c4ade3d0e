import type { Automation } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { formatTime } from '../../../ui/dates.ts';
import { formatRecent } from '../page/freshness.ts';
import { useReadOnly } from '../use-read-only.ts';
import { AnsweredReview } from './answered-review.tsx';
import { Deciding } from './deciding.tsx';
import { reviewTitle, toReview } from './review-figures.ts';
import {
  NothingToReview,
  PausedReview,
  ReadFailure,
  Reading,
  ReviewHead,
  StoppedReview,
} from './review-states.tsx';
import { useReview } from './use-review.ts';

type ReviewScreenProps = { automation: Automation; onReconnect: () => void };

/** A review: the preview of a stopped sync and the decision; or why there is nothing to decide. */
export function ReviewScreen({ automation, onReconnect }: ReviewScreenProps) {
  const isReadOnly = useReadOnly();
  const state = useReview(automation);
  const { preview, error, readAgain, isReading, answered, isOver, current } = state;
  if (isReadOnly) return <Stage automation={automation} body={<StoppedReview onReconnect={onReconnect} />} />;
  if (answered) return <AnsweredReview automation={current} answered={answered} isOver={isOver} />;
  if (!preview) {
    const body = error && !isReading ? <ReadFailure error={error} onRetry={readAgain} /> : <Reading />;
    return <Stage automation={automation} body={body} />;
  }
  if (!preview.needsReview)
    return (
      <Stage automation={automation} body={<NothingToReview automation={automation} preview={preview} />} />
    );
  if (!automation.isActive)
    return <Stage automation={automation} body={<PausedReview automation={automation} />} />;
  return (
    <>
      <ReviewHead
        automation={automation}
        title={reviewTitle(toReview(preview))}
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

function Stage({ automation, body }: { automation: Automation; body: ReactNode }) {
  const { review } = automation;
  return (
    <>
      <ReviewHead automation={automation} title={review ? reviewTitle(review) : 'Review'} text={null} />
      {body}
    </>
  );
}
