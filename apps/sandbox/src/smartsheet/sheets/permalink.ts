import type { Config } from '../../config.ts';
import { browserUrl } from '../../urls.ts';
import type { Sheet } from '../model.ts';

/** Returns the URL of a report in the console. */
export function reportPermalink(
  report: Pick<Sheet, 'id'>,
  config: Pick<Config, 'SANDBOX_URL' | 'PORT'>,
): string {
  return `${browserUrl(config)}/#/reports/${report.id}`;
}

/** Returns the URL of a sheet in the console. */
export function permalink(sheet: Pick<Sheet, 'id'>, config: Pick<Config, 'SANDBOX_URL' | 'PORT'>): string {
  return `${browserUrl(config)}/#/sheets/${sheet.id}`;
}
