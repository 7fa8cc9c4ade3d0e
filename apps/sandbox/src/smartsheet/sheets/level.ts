import { apiError } from '../errors.ts';
import type { ColumnType } from '../model.ts';

/** The object value level that a caller supports: 1 adds multi-contact cells, 2 multi-select cells. */
export type Level = 0 | 1 | 2;

export function parseLevel(value: number | undefined): Level {
  if (value === undefined) return 0;
  if (value !== 0 && value !== 1 && value !== 2) throw apiError(1018, value, 'level');
  return value;
}

const levelByColumnType: Partial<Record<ColumnType, Level>> = { MULTI_CONTACT_LIST: 1, MULTI_PICKLIST: 2 };

/** Returns a column's `version`: the level at which a caller sees its real type. */
export function requiredLevel(type: ColumnType): Level {
  return levelByColumnType[type] ?? 0;
}
