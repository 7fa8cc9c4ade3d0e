import type { LikelyPair, Sheet } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { likelyPairsQuery, pairProgressQuery, sheetsQuery } from '../../../../api/sheets.queries.ts';
import { type AutomationField, chosenSource, nextChoice } from '../automation-form-values.ts';
import type { AutomationFormState } from '../use-automation-form.ts';
import { useIsConnected } from '../use-sheets.ts';

/** How often a search is asked how far it is. */
const progressMs = 500;

type StartOptions = {
  form: AutomationFormState;
  /** Whether the form is a new one that lacks a choice. */
  isStart: boolean;
  /** Called after sheets have been chosen. */
  onSheetChosen: () => void;
};

/** Returns what a new form can begin with, and what chooses it. */
export function useStart({ form, isStart, onSheetChosen }: StartOptions) {
  const isConnected = useIsConnected();
  const sheets = useQuery({ ...sheetsQuery, enabled: false });
  const hasSheets = (sheets.data?.sheets.length ?? 0) > 1;
  const values = form.watch();
  const search = useQuery({ ...likelyPairsQuery(), enabled: isStart && isConnected && hasSheets });
  const isFirst = search.isFetching && !search.data;
  const progress = useQuery({ ...pairProgressQuery, enabled: isFirst, refetchInterval: progressMs });
  const chosen = chosenSource(values);
  // The search for pairs looks through sheets alone.
  const source = chosen?.kind === 'sheet' ? chosen : null;
  // Of a search that came to its end everything is known; after another one, dozens of sheets would be read once more.
  const hasAll = search.data?.stoppedBy === null;
  const ofSource = useQuery({
    ...likelyPairsQuery(source ?? undefined),
    enabled: isStart && source !== null && hasAll,
  });
  // A field takes the focus once it is drawn with its choice.
  const focus = (field: AutomationField) => void setTimeout(() => form.setFocus(field));
  return {
    values,
    /** Undefined while Smartsheet has not listed them. */
    sheets: sheets.data?.sheets,
    isListing: sheets.isFetching,
    listAgain: () => void sheets.refetch(),
    search: {
      found: (source && ofSource.data) || search.data,
      /** There is no pair at all, whatever is chosen. */
      isNone: search.data?.pairs.length === 0,
      /** How far it is; null while that is not known. */
      progress: isFirst ? (progress.data?.progress ?? null) : null,
      isLooking: search.isFetching,
      error: search.error,
      again: () => void search.refetch(),
    },
    choosePair: ({ source, target }: LikelyPair) => {
      const choose = { shouldDirty: true };
      form.setValue('sourceKind', 'sheet', choose);
      form.setValue('sourceSheet', { id: source.sheetId, name: source.sheetName }, choose);
      form.setValue('sourceColumn', { id: source.columnId, name: source.columnName }, choose);
      form.setValue('targetSheet', { id: target.sheetId, name: target.sheetName }, choose);
      form.setValue('targetColumn', { id: target.columnId, name: target.columnName }, choose);
      form.setValue('removeDuplicates', true);
      form.clearErrors();
      onSheetChosen();
      focus('name');
    },
    chooseSheet: (side: 'source' | 'target', { id, name }: Sheet) => {
      if (side === 'source') form.setValue('sourceKind', 'sheet');
      form.setValue(`${side}Sheet`, { id, name }, { shouldDirty: true });
      form.setValue(`${side}Column`, null);
      form.clearErrors([`${side}Sheet`, `${side}Column`]);
      onSheetChosen();
      focus(nextChoice(form.getValues()));
    },
  };
}

export type Start = ReturnType<typeof useStart>;
