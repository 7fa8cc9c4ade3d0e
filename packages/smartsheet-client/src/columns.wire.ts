import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { wireCount, wireFlag, wireId, wireName, wireText, wireWord } from './wire.ts';

export const columnSchema = z
  .object({
    id: wireId,
    /** Position, from 0. */
    index: wireCount.catch(0),
    title: wireName,
    /** `UNKNOWN` for a type this version does not know: such a column is never written. */
    type: wireWord([
      'TEXT_NUMBER',
      'CHECKBOX',
      'CONTACT_LIST',
      'MULTI_CONTACT_LIST',
      'DATE',
      'DATETIME',
      'ABSTRACT_DATETIME',
      'DURATION',
      'PICKLIST',
      'MULTI_PICKLIST',
      'PREDECESSOR',
    ]),
    primary: wireFlag,
    /** The dropdown's list in its order; null when the answer has none (only "Get Sheet" is sure to send it). */
    options: z
      .array(z.unknown())
      .nullish()
      .transform((options) => options?.flatMap(readOption) ?? null),
    /** "Restrict to list values only"; null when the answer does not say. */
    validation: z
      .boolean()
      .nullish()
      .transform((validation) => validation ?? null),
    hidden: wireFlag,
    locked: wireFlag,
    /** Locked for the user whose token read it. */
    lockedForUser: wireFlag,
    /** Built-in values such as RYG or HARVEY_BALLS; options of such a column cannot be written (1059). */
    symbol: wireText,
    /** AUTO_NUMBER, CREATED_BY, … null for ordinary columns. */
    systemColumnType: wireText,
    formula: wireText,
  })
  .transform(({ formula, ...column }) => ({ ...column, hasColumnFormula: Boolean(formula) }));

export type Column = z.output<typeof columnSchema>;

/** Options are strings; numbers, booleans and `{ value }` objects have been seen and mean their text. */
function readOption(option: unknown): string[] {
  if (typeof option === 'string') return [option];
  if (typeof option === 'number' || typeof option === 'boolean') return [String(option)];
  if (typeof option === 'object' && option !== null && 'value' in option) return readOption(option.value);
  return [];
}

/** The two types that hold options. */
export type DropdownType = Extract<Column['type'], 'PICKLIST' | 'MULTI_PICKLIST'>;

export type ListColumns = CallOptions & { sheetId: string };

/**
 * One change of a dropdown. `type` must be the type that was read with level 2: another type converts every cell.
 * Options and validation never travel together: Smartsheet takes one operation per call for dropdown columns.
 */
export type UpdateColumn = CallOptions & { sheetId: string; columnId: string; type: DropdownType } & (
    | { options: readonly string[]; validation?: never }
    | { validation: boolean; options?: never }
  );
