import type { Config } from '../../config.ts';
import type { Sheet } from '../model.ts';

/** Where a person finds the sheet: in the console of this sandbox, as real ones lead into Smartsheet's own pages. */
export function permalink(sheet: Sheet, { SANDBOX_URL, PORT }: Pick<Config, 'SANDBOX_URL' | 'PORT'>): string {
  return `${SANDBOX_URL ?? `http://localhost:${PORT}`}/#/sheets/${sheet.id}`;
}
