import { type Automation, automationEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/form-failure.ts';
import { showToast } from '../../stores/toast.ts';
import { reviewPhase } from './review.phases.ts';
import { useRefresh } from './use-refresh.ts';

const isOutdated = (problem: unknown) => problem instanceof ApiError && problem.code === 'review_outdated';

/** Approves the review that is shown, and follows it until the dropdown is written or there is a new review. */
export const useApproval = ({ automation, onDone }: { automation: Automation; onDone: () => void }) => {
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
    failure:
      approve.isError && !isOutdated(approve.error) ? messageOf(approve.error, 'Please try again.') : null,
  };
};
