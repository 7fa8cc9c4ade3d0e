import { defaultSettings, type HealthReport, type Preview, type PreviewDraft } from '@picksync/contracts';
import { useDebounced } from '@picksync/ui/use-debounced.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getMessage } from '../../../api/form-errors.ts';
import { draftCheckQuery, draftPreviewQuery } from '../../../api/previews.queries.ts';
import { type AutomationValues, lacksChoices, toDraft } from './automation-form-values.ts';
import type { FormFacts } from './settings/form-facts.ts';
import { useKnownColumns } from './use-reports.ts';

/**
 * Returns the server's data for the present values of the form: the source's columns, the preview, and the findings.
 * `automationId`: the automation that is being edited.
 */
export function usePreviewAndChecks(values: AutomationValues, automationId: string | undefined) {
  const columns = useKnownColumns(values);
  const draft = useSettledDraft(values, columns, automationId);
  return { columns, preview: useDraftPreview(draft), checks: useChecks(draft) };
}

const debounceMs = 400;

/** Returns the draft for a preview and a check. */
function useSettledDraft(
  values: AutomationValues,
  columns: FormFacts['columns'],
  automationId: string | undefined,
) {
  const last = useRef<PreviewDraft>(undefined);
  const isChosen = !lacksChoices(values);
  const draft = isChosen ? toDraft(values, columns) : null;
  if (draft) last.current = automationId ? { ...draft, automationId } : draft;
  // An incomplete option changes nothing yet; another column is another list.
  const isSame =
    last.current?.sourceColumnId === values.sourceColumn?.id &&
    last.current?.targetColumnId === values.targetColumn?.id;
  const wanted = isChosen && isSame ? last.current : undefined;
  const key = JSON.stringify(wanted) ?? '';
  const settled = useDebounced(wanted, { key, afterMs: debounceMs });
  const isSettled = (JSON.stringify(settled) ?? '') === key;
  return {
    /** The present draft, as far as it is valid; undefined until both columns are chosen. */
    wanted,
    /** The draft after a pause in typing, so that not every key press makes a call. */
    settled: wanted && settled,
    isSettled,
    /** Whether an option is incomplete; `wanted` is without it. */
    isUnfinished: isChosen && draft === null,
  };
}

type SettledDraft = ReturnType<typeof useSettledDraft>;

/** Returns the part of the draft that checks depend on, so that other changes do not repeat them. */
function checkedPart(draft: PreviewDraft): PreviewDraft {
  const { sourceKind, mode, filters, labelTemplate, addressColumn } = draft;
  return { ...draft, ...defaultSettings, sourceKind, mode, filters, labelTemplate, addressColumn };
}

export type ChecksState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'checked'; report: HealthReport };

/** Returns the findings for the automation in the form. */
function useChecks({ wanted, settled }: SettledDraft): ChecksState {
  const { data, isError, isFetching, refetch } = useQuery({
    ...draftCheckQuery(settled ? checkedPart(settled) : ({} as PreviewDraft)),
    enabled: settled !== undefined,
    placeholderData: (shown, before) =>
      before?.queryKey[1].targetColumnId === settled?.targetColumnId &&
      before?.queryKey[1].sourceColumnId === settled?.sourceColumnId
        ? shown
        : undefined,
  });
  if (!wanted) return { kind: 'none' };
  if (data) return { kind: 'checked', report: data };
  return isError && !isFetching ? { kind: 'failed', retry: () => void refetch() } : { kind: 'checking' };
}

export type PreviewState =
  | { kind: 'empty'; isUnfinished: boolean }
  /** `rows` of the source, where an earlier preview has counted them. */
  | { kind: 'reading'; rows: number | null }
  | { kind: 'failed'; message: string; retry: () => void }
  /** Contacts are filled from names, and nobody has said where their addresses are. */
  | { kind: 'no_addresses'; choose: () => void }
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
function useDraftPreview({ wanted, settled, isSettled, isUnfinished }: SettledDraft): PreviewState {
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
