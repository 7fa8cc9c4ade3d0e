import type { PreviewDraft } from '@picksync/contracts';
import { useDebounced } from '@picksync/ui/use-debounced.ts';
import { useRef } from 'react';
import { type AutomationValues, lacksChoices, toDraft } from './automation-values.ts';
import type { FormFacts } from './settings/form-facts.ts';

type SettledDraftOptions = {
  values: AutomationValues;
  /** The columns of the source sheet; null while they are not known. */
  columns: FormFacts['columns'];
  /** The automation that is being edited. */
  automationId: string | undefined;
};

export type SettledDraft = {
  /** The present draft, as far as it is valid; undefined until both columns are chosen. */
  wanted: PreviewDraft | undefined;
  /** The draft after a pause in typing, so that not every key press makes a call. */
  settled: PreviewDraft | undefined;
  isSettled: boolean;
  /** Whether an option is incomplete; `wanted` is without it. */
  isUnfinished: boolean;
};

const debounceMs = 400;

/** Returns the draft for a preview and a check. */
export function useSettledDraft({ values, columns, automationId }: SettledDraftOptions): SettledDraft {
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
  return { wanted, settled: wanted && settled, isSettled, isUnfinished: isChosen && draft === null };
}
