import type { Actor, Parts } from '../../parts.ts';
import type { Column, Sheet } from '../model.ts';
import type { ColumnWrite } from './column.input.ts';

/** The parts a change of columns needs. */
export type ColumnsParts = Pick<Parts, 'config' | 'now' | 'newId' | 'changes' | 'emit'>;

export type ColumnCall = { sheet: Sheet; column: Column; actor: Actor };

/** The members a request sets as they are; what belongs to the type is not among them. */
export function applyPlain(column: Column, write: ColumnWrite): void {
  const { title, width, hidden, locked, description, formula, format } = write;
  const { contactOptions, autoNumberFormat } = write;
  Object.assign(column, {
    ...(title === undefined ? {} : { title }),
    ...(width === undefined ? {} : { width }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(locked === undefined ? {} : { locked }),
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    ...(contactOptions === undefined ? {} : { contactOptions }),
    ...(autoNumberFormat === undefined ? {} : { autoNumberFormat }),
  });
  if (formula === '') delete column.formula;
  else if (formula !== undefined) column.formula = formula;
}
