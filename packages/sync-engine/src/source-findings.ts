import { parseContactText } from '@picksync/smartsheet-client';
import { type OptionIdentity, toContactKey } from './contacts.ts';
import { distinctValues } from './order.ts';
import type { SourceValues } from './source-values.ts';

/** What a person should know of a source column. `lookAlikes` holds cell texts: never store or log them. */
export type SourceFindings = {
  /** Values that repeat an earlier one, so that they make no option of their own. */
  repeats: number;
  blanks: number;
  formulaErrors: number;
  /** Different values that are probably meant to be one, such as "ACME ltd" and "Acme Ltd.". */
  lookAlikes: string[][];
};

/** Returns what a person should know of a source column. */
export function sourceFindings(
  { values, formulaErrors, blanks }: Pick<SourceValues, 'values' | 'formulaErrors' | 'blanks'>,
  { ignoreCase, identity = 'text' }: { ignoreCase: boolean; identity?: OptionIdentity },
): SourceFindings {
  if (identity === 'address') return contactFindings({ values, formulaErrors, blanks });
  const unique = distinctValues({ values, ignoreCase });
  const alike = [...Map.groupBy(unique, getLikeness).values()];
  return {
    repeats: values.length - unique.length,
    blanks,
    formulaErrors,
    lookAlikes: alike.filter((group) => group.length > 1),
  };
}

/** Contacts look alike where one address stands under several names. */
function contactFindings({
  values,
  formulaErrors,
  blanks,
}: Pick<SourceValues, 'values' | 'formulaErrors' | 'blanks'>): SourceFindings {
  const byAddress = Map.groupBy(values, toContactKey);
  const spellings = [...byAddress.values()].map((group) => [...new Set(group)]);
  return {
    repeats: values.length - byAddress.size,
    blanks,
    formulaErrors,
    lookAlikes: spellings.filter(
      (group) => new Set(group.map((text) => parseContactText(text).name ?? '')).size > 1,
    ),
  };
}

/** Longer texts are not names that people type twice, and comparing thousands of them takes seconds. */
const comparedLength = 200;

const isAscii = /^[\0-\x7f]*$/;
/** Combining accents, after normalization has separated them from their letters. */
const accents = /[\u0300-\u036f]/g;
/** Commas, dots and dashes that belong to no number. Ranges, because `\p{Pd}` takes four times as long. */
const signs = /[.,;:_\-\u2010-\u2015\u301c\uff0d](?!\d)/g;

/**
 * Returns the same text for values that differ only in case, accents, apostrophes, and commas, dots and dashes. What
 * belongs to a number counts, or `1.5` and `15`, `-5` and `5` would be one.
 */
function getLikeness(value: string): string {
  if (value.length > comparedLength) return value;
  const letters = isAscii.test(value) ? value : value.normalize('NFKD').replace(accents, '');
  const likeness = letters
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(signs, ' ')
    .replace(/\s\s+|[^\S ]/g, ' ')
    .trim();
  // In a value of nothing but such signs, every sign counts.
  return likeness === '' ? value : likeness;
}
