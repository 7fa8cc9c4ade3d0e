import { type Automation, copyEndpoints, type RestorePreview, type RestoreState } from '@picksync/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { automationQuery } from '../../../api/automations.queries.ts';
import { call } from '../../../api/call.ts';
import { restorePreviewQuery } from '../../../api/copies.queries.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showChanged } from '../../../api/query.ts';
import { useReadOnly } from '../use-read-only.ts';
import { useRefresh } from '../use-refresh.ts';

type Change = { added: number; removed: number };

/** Returns what a restore would do now, if that is why it was refused. */
function toStale(problem: unknown): Change | null {
  if (!(problem instanceof ApiError) || problem.code !== 'restore_outdated') return null;
  const { added = 0, removed = 0 } = problem.reply;
  return { added, removed };
}

/** Shows what going back to a copy would do, requests exactly that, and follows it until it is done or refused. */
export function useRestore(automation: Automation, copyId: string, onDone: (done: RestoreState) => void) {
  const { id, restore } = automation;
  const params = { id, copyId };
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const isReadOnly = useReadOnly();
  const [requestedAt, setRequestedAt] = useState<string | null>(null);
  const [stale, setStale] = useState<Change | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isPending = restore?.state === 'pending';
  const { data, error, isFetching, refetch } = useQuery({
    ...restorePreviewQuery(id, copyId),
    enabled: !isReadOnly && !isPending && requestedAt === null,
    // What the person looks at changes only when they ask for it.
    refetchOnWindowFocus: false,
  });
  const lookAgain = () => void refetch();

  const sending = useMutation({
    mutationFn: ({ fingerprint }: RestorePreview) =>
      call(copyEndpoints.restore, { params, body: { fingerprint } }),
    onMutate: () => setStale(null),
    onSuccess: async ({ configuration }) => {
      await showChanged(queryClient, automationQuery(id), configuration);
      setRequestedAt(configuration.restore?.requestedAt ?? null);
    },
    onError: async (problem) => {
      const found = toStale(problem);
      if (!found) return;
      setStale(found);
      await refetch();
    },
  });

  // The request that was made here; an older one is no news.
  const own = requestedAt !== null && restore?.requestedAt === requestedAt ? restore : null;
  const ended = own && own.state !== 'pending' ? own : null;
  const latest = useRef({ onDone, refresh, refetch });
  latest.current = { onDone, refresh, refetch };
  useEffect(() => {
    if (!ended) return;
    if (ended.state === 'done') {
      void latest.current.refresh();
      latest.current.onDone(ended);
      return;
    }
    setRequestedAt(null);
    if (ended.reason === 'restore_outdated') {
      setStale(ended);
      void latest.current.refetch();
    } else setRefusal(ended.message);
  }, [ended]);
  const problem = sending.error && !toStale(sending.error) ? sending.error : null;

  return {
    preview: data,
    error,
    isReading: isFetching,
    lookAgain: () => {
      setStale(null);
      lookAgain();
    },
    /** What it would do now, after a refusal because the dropdown had changed. */
    stale,
    isSending: sending.isPending,
    isUnderWay: isPending || own !== null,
    /** Why the last try was refused. */
    refusal: problem ? getMessage(problem, 'Please try again.') : refusal,
    restore: () => {
      setRefusal(null);
      if (data) sending.mutate(data);
    },
  };
}

export type RestoreScreenState = ReturnType<typeof useRestore>;
