import type { Automation, Preview } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { previewQuery } from '../../api/previews.queries.ts';

/**
 * Returns what a sync would do now. It is read again after a run that changed something or waits for a review, after
 * one that had nothing to do where the preview says otherwise, and on request. `isRenewed`: it is being read again
 * since such a run.
 */
export function useAutomationPreview({ id, lastRun }: Automation, { enabled }: { enabled: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...previewQuery(id), enabled });
  const newer = newerRun(lastRun, data);
  useEffect(() => {
    if (newer && enabled) void refetch();
  }, [newer, enabled, refetch]);
  return {
    preview: data,
    isRenewed: newer !== null && isFetching,
    error,
    isReading: isFetching,
    readAgain: () => void refetch(),
  };
}

/** Returns the end of a run after the preview was read, if the run affects the preview; else null. */
function newerRun(lastRun: Automation['lastRun'], preview: Preview | undefined): string | null {
  if (!lastRun || !preview || lastRun.at <= preview.readAt) return null;
  const hasChanges = preview.added.count + preview.removed.count > 0;
  return lastRun.outcome === 'unchanged' && !hasChanges ? null : lastRun.at;
}
