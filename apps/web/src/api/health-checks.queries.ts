import { healthCheckEndpoints, type PreviewDraft } from '@picksync/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The findings for a draft: codes and sentences, no values. They are read again with each form. */
export function draftCheckQuery(draft: PreviewDraft) {
  return queryOptions({
    queryKey: [healthCheckEndpoints.draft.path, draft] as const,
    queryFn: ({ signal }) => call(healthCheckEndpoints.draft, { body: draft }, { signal, timeoutMs: 60_000 }),
    gcTime: 0,
  });
}
