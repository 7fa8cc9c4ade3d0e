import { type Column, type ListNoun, toListNoun } from '@picksync/contracts';
import { createContext, useContext } from 'react';

/** What the controls of settings need to know of the choices above them and of the preview beside them. */
export type FormFacts = {
  /** The columns of the source sheet; null while they are not known. */
  columns: readonly Column[] | null;
  sourceName: string;
  /** The source is a report. */
  isReport: boolean;
  /** The destination; empty before it is chosen. */
  targetName: string;
  targetColumnName: string;
  /** Whether contacts are filled, and whether the source column has their addresses; false while that is not known. */
  makesContacts: boolean;
  hasAddresses: boolean;
  /** How many options the dropdown has now, and the first of them; null before a preview. */
  options: { count: number; texts: readonly string[] } | null;
  /** Rows of the source; null before a preview. */
  rows: number | null;
  /** Rows of the source that give a value, where no filter leaves any out; null while that is not known. */
  valued: number | null;
  /** Rows that pass the present filters; null while that is not known. */
  matching: number | null;
  /** An option as it would stand in the dropdown; null before a preview. */
  firstOption: string | null;
};

/** What a form knows before anything is chosen. */
export const noFacts: FormFacts = {
  columns: null,
  sourceName: '',
  isReport: false,
  targetName: '',
  targetColumnName: '',
  makesContacts: false,
  hasAddresses: false,
  options: null,
  rows: null,
  valued: null,
  matching: null,
  firstOption: null,
};

export const FormFactsContext = createContext(noFacts);

export function useFormFacts(): FormFacts {
  return useContext(FormFactsContext);
}

/** Returns what the list that is filled holds. */
export function useFormNoun(): ListNoun {
  return toListNoun({ fillsContacts: useFormFacts().makesContacts });
}

/** Returns whether a column that a setting reads is not in the source sheet any more. */
export function isGone(columns: FormFacts['columns'], columnId: string): boolean {
  return columns !== null && !columns.some(({ id }) => id === columnId);
}
