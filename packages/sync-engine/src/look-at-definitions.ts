import {
  type AccessLevel,
  type CallOptions,
  type Column,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';

/** A sheet as its definition says; `gone` and `no_right` where Smartsheet does not show it. */
export type SheetDefinition = { accessLevel: AccessLevel; columns: readonly Column[] } | 'gone' | 'no_right';

/**
 * Reads what sheets are, with all their columns and a single row, each once and one after another. Throws what is not
 * about a sheet: an error that passes by itself, a refused connection.
 */
export async function lookAtDefinitions(input: {
  client: SmartsheetClient;
  sheetIds: Iterable<string>;
  call?: CallOptions;
}): Promise<Map<string, SheetDefinition>> {
  const { client, sheetIds, call = {} } = input;
  const seen = new Map<string, SheetDefinition>();
  for (const sheetId of new Set(sheetIds)) seen.set(sheetId, await lookAt(client, sheetId, call));
  return seen;
}

async function lookAt(
  client: SmartsheetClient,
  sheetId: string,
  call: CallOptions,
): Promise<SheetDefinition> {
  try {
    return await client.sheets.get({ ...call, sheetId, include: [], page: 1, pageSize: 1 });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return error.reason === 'not_found' ? 'gone' : 'no_right';
  }
}
