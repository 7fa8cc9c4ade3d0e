import type { Sheet, SmartsheetClient } from '@picksync/smartsheet-client';

/**
 * Returns a sheet with its columns and their options, read from Smartsheet in one call. The options of columns are complete
 * only with the sheet itself, and one row is the smallest page.
 */
export function readSheet(client: SmartsheetClient, sheetId: string): Promise<Sheet> {
  return client.sheets.get({ sheetId, include: [], page: 1, pageSize: 1 });
}
