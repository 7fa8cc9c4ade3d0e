import type { Preview, PreviewDraft } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../../api/form-errors.ts';
import { draftPreviewQuery } from '../../../../api/previews.queries.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { type AutomationValues, draftOf, lacksChoices } from '../automation-values.ts';
import type { FormFacts } from '../settings/form-facts.ts';

export type PreviewState =
  | { kind: 'empty' }
  /** `rows` of the source, where an earlier preview has counted them. */
  | { kind: 'reading'; rows: number | null }
  | { kind: 'failed'; message: string; retry: () => void }
  | {
      kind: 'shown';
      preview: Preview;
      /** Whether a newer one is being read; what is shown is that before the last change. */
      isReading: boolean;
      /** Whether an option has to be finished before it can be previewed. */
      isUnfinished: boolean;
    };

type UsePreviewOptions = {
  values: AutomationValues;
  /** The columns of the source sheet; null while they are not known. */
  columns: FormFacts['columns'];
  /** The automation that is being edited. */
  automationId: string | undefined;
};

/** Typing goes on while a preview is read: it is asked for when nothing has changed for so long. */
const debounceMs = 400;

function isSameList(a: PreviewDraft, b: PreviewDraft): boolean {
  return (
    a.sourceSheetId === b.sourceSheetId &&
    a.sourceColumnId === b.sourceColumnId &&
    a.targetColumnId === b.targetColumnId
  );
}

/** Returns what a sync would do with the form as it stands, read again after each change. */
export function usePreview({ values, columns, automationId }: UsePreviewOptions): PreviewState {
  const lastDraft = useRef<PreviewDraft>(undefined);
  const lastRows = useRef<{ sheetId: string; rows: number }>(undefined);
  const isChosen = !lacksChoices(values);
  const draft = isChosen ? draftOf(values, columns) : null;
  if (draft) lastDraft.current = automationId ? { ...draft, automationId } : draft;
  const wanted = isChosen ? lastDraft.current : undefined;
  const settled = useDebounced(wanted, { key: JSON.stringify(wanted) ?? '', afterMs: debounceMs });
  const query = useQuery({
    ...draftPreviewQuery(settled ?? ({} as PreviewDraft)),
    enabled: settled !== undefined,
    // The difference stays while it is read anew, unless it is another list altogether.
    placeholderData: (shown, before) =>
      settled && before && isSameList(before.queryKey[1], settled) ? shown : undefined,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  if (data && settled) lastRows.current = { sheetId: settled.sourceSheetId, rows: data.rows.total };

  if (!wanted || !isChosen) return { kind: 'empty' };
  const isSettled = settled !== undefined && JSON.stringify(settled) === JSON.stringify(wanted);
  const known = lastRows.current?.sheetId === wanted.sourceSheetId ? lastRows.current.rows : null;
  if (!isSettled && !(settled && data && isSameList(settled, wanted)))
    return { kind: 'reading', rows: known };
  if (data)
    return {
      kind: 'shown',
      preview: data,
      isReading: !isSettled || isFetching || isPlaceholderData,
      isUnfinished: draft === null,
    };
  if (error && isSettled && !isFetching)
    return {
      kind: 'failed',
      message: messageOf(error, 'The sheets could not be read.'),
      retry: () => void query.refetch(),
    };
  return { kind: 'reading', rows: known };
}
