import type { CallOptions, Sheet, SmartsheetClient } from '@picksync/smartsheet-client';

/**
 * Returns a sheet's name, access level and columns with their options, read from Smartsheet in one call. The options are
 * complete only with the sheet itself, and one row is the smallest page.
 */
export function readSheetDefinition(
  client: SmartsheetClient,
  sheetId: string,
  options: CallOptions = {},
): Promise<Sheet> {
  return client.sheets.get({ ...options, sheetId, include: [], page: 1, pageSize: 1 });
}
