import type { Preview, PreviewDraft } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getMessage } from '../../../../api/form-errors.ts';
import { draftPreviewQuery } from '../../../../api/previews.queries.ts';
import type { SettledDraft } from '../use-settled-draft.ts';

export type PreviewState =
  | { kind: 'empty'; isUnfinished: boolean }
  /** `rows` of the source, where an earlier preview has counted them. */
  | { kind: 'reading'; rows: number | null }
  | { kind: 'failed'; message: string; retry: () => void }
  | {
      kind: 'shown';
      preview: Preview;
      /** Whether a newer preview is being loaded; the one before the last change is shown meanwhile. */
      isReading: boolean;
      /** Whether an option has to be finished before it can be previewed. */
      isUnfinished: boolean;
    };

function isSameList(a: PreviewDraft, b: PreviewDraft): boolean {
  return (
    a.sourceSheetId === b.sourceSheetId &&
    a.sourceColumnId === b.sourceColumnId &&
    a.targetColumnId === b.targetColumnId
  );
}

/** Returns the preview of a sync with the present values of the form, loaded again after each change. */
export function useDraftPreview({ wanted, settled, isSettled, isUnfinished }: SettledDraft): PreviewState {
  const lastRows = useRef<{ sheetId: string; rows: number }>(undefined);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...draftPreviewQuery(settled ?? ({} as PreviewDraft)),
    enabled: settled !== undefined,
    // The old preview stays while the new one is loaded, unless it is of another list.
    placeholderData: (shown, before) =>
      settled && before && isSameList(before.queryKey[1], settled) ? shown : undefined,
  });
  if (data && settled) lastRows.current = { sheetId: settled.sourceSheetId, rows: data.rows.total };
  if (!wanted) return { kind: 'empty', isUnfinished };
  if (data && settled && isSameList(settled, wanted))
    return {
      kind: 'shown',
      preview: data,
      isReading: !isSettled || isFetching || isPlaceholderData,
      isUnfinished,
    };
  if (error && isSettled && !isFetching)
    return {
      kind: 'failed',
      message: getMessage(error, 'The sheets could not be read.'),
      retry: () => void refetch(),
    };
  const { current: last } = lastRows;
  return { kind: 'reading', rows: last?.sheetId === wanted.sourceSheetId ? last.rows : null };
}
