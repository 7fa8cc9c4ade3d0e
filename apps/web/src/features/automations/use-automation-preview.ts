import type { Automation } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { previewQuery } from '../../api/previews.queries.ts';

/**
 * Returns what a sync would do now. It is read again after a run that changed something or waits for a review, else on
 * request.
 */
export function useAutomationPreview({ id, lastRun }: Automation, { enabled }: { enabled: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...previewQuery(id), enabled });
  const newer = newerRun(lastRun, data?.readAt);
  useEffect(() => {
    if (newer && enabled) void refetch();
  }, [newer, enabled, refetch]);
  return { preview: data, error, isReading: isFetching, readAgain: () => void refetch() };
}

/** Returns the end of a run after the preview was read, if the run affects the preview; else null. */
function newerRun(lastRun: Automation['lastRun'], readAt: string | undefined): string | null {
  if (!lastRun || !readAt || lastRun.outcome === 'unchanged') return null;
  return lastRun.at > readAt ? lastRun.at : null;
}
