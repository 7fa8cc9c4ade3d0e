import { type Automation, automationEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import type { FormFailure } from '../../../ui/form-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

/** `deciding`: its owner looks. `writing`: it is approved, and a sync is at it. `over`: nothing waits any more. */
type ReviewPhase = 'deciding' | 'writing' | 'over';

type Approval = { automation: Automation; sending: boolean; approved: string | null };

/** Where a review stands; `approved` is the fingerprint that was sent and taken. */
function reviewPhase({ automation, sending, approved }: Approval): ReviewPhase {
  if (sending || (approved !== null && automation.syncState !== 'idle')) return 'writing';
  return automation.review ? 'deciding' : 'over';
}

function isOutdated(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'review_outdated';
}

/** What the dialog says about an approval that was refused; that the sheets have changed is said by the new review. */
function failureOf(problem: unknown): FormFailure | null {
  if (!problem || isOutdated(problem)) return null;
  return { title: 'The approval was not taken', text: messageOf(problem, 'Please try again.') };
}

/** Approves the review that is shown, and follows it until the dropdown is written or there is a new review. */
export function useApproval({ automation, onDone }: { automation: Automation; onDone: () => void }) {
  const refresh = useRefresh();
  const { id, review, lastRun } = automation;
  /** The review that its owner looked at first; another one means that the sheets have changed. */
  const [seen, setSeen] = useState(review?.fingerprint);
  const [approved, setApproved] = useState<string | null>(null);

  const approve = useMutation({
    mutationFn: (fingerprint: string) =>
      call(automationEndpoints.approve, { params: { id }, body: { fingerprint } }, { quiet: true }),
    onSuccess: async (_reply, fingerprint) => {
      await refresh();
      setApproved(fingerprint);
    },
    onError: (problem) => (isOutdated(problem) ? refresh() : undefined),
  });
  const phase = reviewPhase({ automation, sending: approve.isPending, approved });

  const finish = useRef(onDone);
  finish.current = onDone;
  useEffect(() => {
    if (phase !== 'over' || approved === null) return;
    if (lastRun?.outcome === 'changed') showToast({ title: 'Approved and written' });
    finish.current();
  }, [phase, approved, lastRun?.outcome]);

  return {
    phase,
    approve: () => {
      if (!review) return;
      setSeen(review.fingerprint);
      setApproved(null);
      approve.mutate(review.fingerprint);
    },
    isOutdated: phase === 'deciding' && (review?.fingerprint !== seen || isOutdated(approve.error)),
    error: failureOf(approve.error),
  };
}
