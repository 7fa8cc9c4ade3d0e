import { apiError } from '../errors.ts';
import type { ColumnType } from '../model.ts';

/** How much a caller understands: 0 nothing multiple, 1 several contacts in a cell, 2 several options as well. */
export type Level = 0 | 1 | 2;

export function parseLevel(given: number | undefined): Level {
  if (given === undefined) return 0;
  if (given !== 0 && given !== 1 && given !== 2) throw apiError(1018, given, 'level');
  return given;
}

const levelByColumnType: Partial<Record<ColumnType, Level>> = { MULTI_CONTACT_LIST: 1, MULTI_PICKLIST: 2 };

/** A column's `version`: the level a caller needs to see it as what it is. */
export function requiredLevel(type: ColumnType): Level {
  return levelByColumnType[type] ?? 0;
}

/** Below the needed level a column passes as text, and its cells as one joined text. */
export function typeAtLevel(type: ColumnType, level: Level): ColumnType {
  return level < requiredLevel(type) ? 'TEXT_NUMBER' : type;
}
