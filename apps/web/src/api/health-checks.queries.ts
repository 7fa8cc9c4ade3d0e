import { healthCheckEndpoints, type PreviewDraft } from '@picksync/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What would keep a draft from working. Codes and sentences, no values; it is looked at anew with each form. */
export function draftCheckQuery(draft: PreviewDraft) {
  return queryOptions({
    queryKey: [healthCheckEndpoints.draft.path, draft] as const,
    queryFn: ({ signal }) =>
      call(healthCheckEndpoints.draft, { body: draft }, { signal, quiet: true, timeoutMs: 60_000 }),
    gcTime: 0,
  });
}
