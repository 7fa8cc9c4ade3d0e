import type { Sheet, SmartsheetClient } from '@picksync/smartsheet-client';

/**
 * A sheet with its columns and their options, as it is at Smartsheet now, in one call. Options come reliably only
 * with the sheet itself, and a sheet comes with at least one row.
 */
export function readSheet(client: SmartsheetClient, sheetId: string): Promise<Sheet> {
  return client.sheets.get({ sheetId, include: [], page: 1, pageSize: 1 });
}
