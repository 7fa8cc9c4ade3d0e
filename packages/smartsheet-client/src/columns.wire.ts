import * as z from 'zod';
import type { Column } from './columns.types.ts';
import { wireCount, wireFlag, wireId, wireText, wireWord } from './wire.ts';

export const columnSchema = z
  .object({
    id: wireId,
    index: wireCount.catch(0),
    title: z.string(),
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
    options: z
      .array(z.unknown())
      .nullish()
      .transform((options) => options?.flatMap(readOption) ?? null),
    validation: z
      .boolean()
      .nullish()
      .transform((validation) => validation ?? null),
    hidden: wireFlag,
    locked: wireFlag,
    lockedForUser: wireFlag,
    symbol: wireText,
    systemColumnType: wireText,
    formula: wireText,
  })
  .transform(
    ({ formula, ...column }): Column => ({ ...column, hasColumnFormula: formula !== null && formula !== '' }),
  );

/** Options are strings; numbers, booleans and `{ value }` objects have been seen and mean their text. */
function readOption(option: unknown): string[] {
  if (typeof option === 'string') return [option];
  if (typeof option === 'number' || typeof option === 'boolean') return [String(option)];
  if (typeof option === 'object' && option !== null && 'value' in option) return readOption(option.value);
  return [];
}
