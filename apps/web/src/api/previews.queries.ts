import { type PreviewDraft, previewEndpoints } from '@picksync/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What the next sync of a draft would do. Values of sheets are in it: it is forgotten as soon as nobody shows it. */
export function draftPreviewQuery(draft: PreviewDraft) {
  return queryOptions({
    queryKey: [previewEndpoints.draft.path, draft] as const,
    queryFn: ({ signal }) =>
      call(previewEndpoints.draft, { body: draft }, { signal, quiet: true, timeoutMs: 60_000 }),
    gcTime: 0,
  });
}
