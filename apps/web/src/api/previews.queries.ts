import { healthCheckEndpoints, type PreviewDraft, previewEndpoints } from '@picksync/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { query } from './query.ts';

/** Both sheets are read for it, and large ones take their time. */
const timeoutMs = 60_000;

/** What the next sync of a draft would do. It holds values of sheets, so it is removed as soon as it is not shown. */
export function draftPreviewQuery(draft: PreviewDraft) {
  return queryOptions({
    queryKey: [previewEndpoints.draft.path, draft] as const,
    queryFn: ({ signal }) => call(previewEndpoints.draft, { body: draft }, { signal, timeoutMs }),
    gcTime: 0,
  });
}

/** What a sync of an automation would do now; removed in the same way. */
export function previewQuery(id: string) {
  return { ...query(previewEndpoints.read, { params: { id } }, { timeoutMs }), gcTime: 0 };
}

/** The findings for a draft: codes and sentences, no values. They are read again with each form. */
export function draftCheckQuery(draft: PreviewDraft) {
  return queryOptions({
    queryKey: [healthCheckEndpoints.draft.path, draft] as const,
    queryFn: ({ signal }) => call(healthCheckEndpoints.draft, { body: draft }, { signal, timeoutMs }),
    gcTime: 0,
  });
}
