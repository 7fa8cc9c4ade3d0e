import type { Config } from '../../config.ts';
import type { Sheet } from '../model.ts';

/** Returns the URL of a sheet in the console. */
export function permalink(
  sheet: Pick<Sheet, 'id'>,
  { SANDBOX_URL, PORT }: Pick<Config, 'SANDBOX_URL' | 'PORT'>,
): string {
  return `${SANDBOX_URL ?? `http://localhost:${PORT}`}/#/sheets/${sheet.id}`;
}
