import type { Config } from '../../config.ts';
import { refuse } from '../errors.ts';
import type { Column, ColumnType } from '../model.ts';
import type { ColumnWrite } from './column.input.ts';

export const isDropdown = (type: ColumnType): boolean => type === 'PICKLIST' || type === 'MULTI_PICKLIST';

type Limits = Pick<Config, 'MAX_OPTIONS' | 'MAX_OPTION_LENGTH'>;

/**
 * Whether these options may be set. The provider documents neither its limits nor what it does with blanks and
 * repeats, so the limits are settings and both are refused: who sends neither is right in any case.
 */
export function checkOptions(
  write: ColumnWrite,
  { column, type, limits }: { column: Column | undefined; type: ColumnType; limits: Limits },
): void {
  const { options } = write;
  if (options === undefined) return;
  if (!isDropdown(type)) {
    if (column && column.type === type) throw refuse(1082, column.title);
    throw refuse(1060, type);
  }
  const keepsSymbol = column?.symbol !== undefined && column.type === type;
  if (write.symbol !== undefined || keepsSymbol) throw refuse(1059);
  if (options.length > limits.MAX_OPTIONS) throw refuse(1061, 'column.options');
  const long = options.find((option) => option.length > limits.MAX_OPTION_LENGTH);
  if (long !== undefined) throw refuse(1041, 'column.options', limits.MAX_OPTION_LENGTH, long.length);
  if (options.some((option) => option.trim() === '')) throw refuse(1207);
  if (new Set(options).size < options.length) throw refuse(1137);
}
