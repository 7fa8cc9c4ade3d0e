import type { Automation, Review } from '@picksync/contracts';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { formatAgo } from '../../../ui/dates.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { type BarPart, SplitBar } from '../../../ui/split-bar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { waitingText } from '../automation-status.ts';
import { approvalSentence, reviewFigures, reviewTitle } from './review-figures.ts';
import { useApproval } from './use-approval.ts';

type ReviewDialogProps = {
  /** As it is now: it changes while the dialog is open. */
  automation: Automation;
  onClose: () => void;
  onChangeLimit: () => void;
};

/** Shows what a stopped sync would do, in counts, and lets its owner approve exactly that. */
export function ReviewDialog({ automation, onClose, onChangeLimit }: ReviewDialogProps) {
  const { review, name, lastRun, lastFailure, waiting } = automation;
  const { phase, approve, isOutdated, error } = useApproval({ automation, onDone: onClose });
  const now = useNow();
  /** The fingerprint for which emptying was ticked: another review has to be ticked again. */
  const [ticked, setTicked] = useState<string | null>(null);
  const isWriting = phase === 'writing';
  const isEmptied = review !== null && reviewFigures(review).isEmptied;
  const mayApprove = review !== null && (!isEmptied || ticked === review.fingerprint);
  return (
    <FormDialog
      title={review ? reviewTitle(review) : isWriting ? 'Writing the dropdown' : 'Nothing to review any more'}
      description={`${name}: the last sync, ${formatAgo(lastRun?.at, now).toLowerCase()}, stopped and changed nothing.`}
      width="md"
      pending={isWriting}
      error={error}
      submitLabel="Approve exactly this"
      pendingLabel="Checking and writing..."
      destructive
      submittable={review !== null || isWriting}
      submitDisabled={!mayApprove}
      onSubmit={approve}
      closeLabel={review && !isWriting ? 'Not now' : 'Close'}
      onClose={onClose}
      aside={
        lastFailure === 'wipe_guard' &&
        !isWriting && (
          <Button variant="quiet" onClick={onChangeLimit}>
            Change the limit
          </Button>
        )
      }
    >
      <div className="grid gap-4 text-sm">
        {isOutdated && (
          <Alert tone="bad" title="Nothing was approved: the sheets have changed since you looked">
            This is what the sync would do now.
          </Alert>
        )}
        {isWriting && waiting && (
          <Alert tone="warn" title="Approved, and not written yet">
            {waitingText(waiting)}
          </Alert>
        )}
        {review ? (
          <>
            <Difference review={review} />
            <p className="text-pretty">{approvalSentence(review)}</p>
            {isEmptied && (
              <Checkbox
                label="Leave the dropdown empty"
                hint="Often a column was cleared by mistake: put the values back, and the next check goes on by itself."
                checked={ticked === review.fingerprint}
                disabled={isWriting}
                onChange={(checked) => setTicked(checked ? review.fingerprint : null)}
              />
            )}
            <p className="text-xs text-pretty text-ink-3">
              Your approval counts for this list, this source and these settings. If one of them changes
              first, nothing is written and you see the new difference.
            </p>
          </>
        ) : (
          <p className="text-pretty">
            {isWriting
              ? 'Both sheets are read again first.'
              : 'The source is whole again, or the sync went through.'}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

/** The dropdown now and after, as two bars. */
function Difference({ review }: { review: Review }) {
  const { added, removed, kept, before, after } = reviewFigures(review);
  const stay: BarPart = { kind: 'kept', count: kept, text: `${kept} stay` };
  return (
    <div className="grid gap-1.5">
      <Line
        name="Now"
        count={before}
        label={`Now ${before} options: ${removed} would go, ${kept} stay`}
        parts={[{ kind: 'gone', count: removed, text: `${removed} would go` }, stay]}
      />
      <Line
        name="After"
        count={after}
        label={`After ${after} options: ${added} new, ${kept} stay`}
        parts={[{ kind: 'new', count: added, text: `+${added}` }, stay]}
      />
    </div>
  );
}

type LineProps = { name: string; count: number; label: string; parts: readonly BarPart[] };

function Line({ name, count, label, parts }: LineProps) {
  return (
    <div className="flex items-center gap-3 text-sm">
      <span className="w-11 shrink-0 text-ink-2">{name}</span>
      <SplitBar label={label} parts={parts} />
      <span className="tabular w-8 shrink-0 text-right font-semi">{count}</span>
    </div>
  );
}
