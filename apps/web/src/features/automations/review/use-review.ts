import type { Automation, Preview } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isReviewOutdated } from '../../../api/api-error.ts';
import { automationQuery, changesQuery } from '../../../api/automations.queries.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showChanged } from '../../../api/query.ts';
import { useAutomationPreview } from '../use-automation-preview.ts';
import { useReadOnly } from '../use-read-only.ts';
import { useRefresh } from '../use-refresh.ts';
import { type Answer, type AnswerKind, sendAnswer } from './send-answer.ts';

/** An answer that was accepted, and when; the automation before it and after. */
export type Answered = { kind: AnswerKind; at: string; before: Automation; after: Automation };

type Sent = Pick<Answer, 'kind' | 'isConfirmed' | 'renames'> & { preview: Preview };

/** Shows what a sync would do, sends the answer to exactly that, and follows it until it is carried out. */
export function useReview(automation: Automation) {
  const { id } = automation;
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const isReadOnly = useReadOnly();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { isRenewed, error, isReading, readAgain, ...read } = useAutomationPreview(automation, {
    enabled: !isReadOnly && answered === null,
  });
  // One that was read before the sync stopped knows nothing of the question.
  const isBeforeQuestion = isRenewed && read.preview?.needsReview === false;
  const preview = isBeforeQuestion ? undefined : read.preview;
  const previous = usePreviousPreview(preview);

  const answer = useMutation({
    mutationFn: ({ preview: { fingerprint }, ...sent }: Sent) =>
      sendAnswer(automation, { ...sent, fingerprint }),
    onMutate: () => {
      setRefused(false);
      previous.forget();
    },
    onSuccess: async (after, { kind }) => {
      await showChanged(queryClient, automationQuery(id), after);
      // The page of the automation tells of the answer.
      void queryClient.invalidateQueries({ queryKey: changesQuery(id).queryKey });
      setAnswered({ kind, at: new Date().toISOString(), before: automation, after });
    },
    onError: async (problem, sent) => {
      if (!isReviewOutdated(problem)) return;
      setRefused(true);
      previous.remember(sent.preview);
      readAgain();
      await refresh();
    },
  });

  // The page gets the reply a moment later than this hook.
  const current = answered?.before === automation ? answered.after : automation;
  const isOver = answered !== null && current.syncState === 'idle';
  // The run has read the sheets again and found another difference.
  const isAskedAgain = isOver && current.review !== null;
  useEffect(() => {
    if (!isAskedAgain) return;
    setAnswered(null);
    setRefused(true);
    readAgain();
  }, [isAskedAgain, readAgain]);

  return {
    current,
    preview,
    before: previous.before,
    isRefused,
    error,
    isReading,
    readAgain,
    answered,
    sending: answer.isPending ? answer.variables.kind : null,
    isOver: isOver && !isAskedAgain,
    failure:
      answer.error && !isReviewOutdated(answer.error) ? getMessage(answer.error, 'Please try again.') : null,
    send: (kind: AnswerKind, more: Pick<Answer, 'isConfirmed' | 'renames'>) => {
      const read = previous.read();
      if (read) answer.mutate({ kind, preview: read, ...more });
    },
  };
}

export type ReviewState = ReturnType<typeof useReview>;

/** A user who presses a button this soon after the difference beside it changed by itself has not read it. */
const readWithinMs = 1000;

/**
 * Remembers the preview before the newest one, if the sheets have changed in between. One that asked nothing had no button, so that
 * no answer is about it.
 */
export function usePreviousPreview(latest: Preview | undefined) {
  const [shown, setShown] = useState(latest);
  const [before, setBefore] = useState<Preview | null>(null);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  if (latest && latest !== shown) {
    setShown(latest);
    if (shown?.needsReview && shown.fingerprint !== latest.fingerprint) setBefore(shown);
  }
  useEffect(() => {
    if (before) changedAt.current = performance.now();
  }, [before]);
  return {
    before: before?.fingerprint === shown?.fingerprint ? null : before,
    forget: () => setBefore(null),
    /** Compares with a preview that an answer was about, although a later one is shown by now. */
    remember: (seen: Preview) => setBefore(seen),
    /** Returns the preview that an answer is about: the one before, while the newest has only just appeared. */
    read: () => (before && performance.now() - changedAt.current < readWithinMs ? before : latest),
  };
}
