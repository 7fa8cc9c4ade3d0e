import { type CallOptions, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { readSheet, type SheetNeeds, type SheetRead } from '@picksync/sync-engine';

export type SheetReads = {
  /** The sheet, read at most once however many ask. A failed read fails for all of them. */
  read: (sheetId: string) => Promise<SheetRead>;
  /** Lets the values of a sheet go once nobody reads from it any more; its columns stay. */
  release: (sheetId: string) => void;
  /** Says that an automation did without its source: the sheet was not read for everybody then, whoever else reads it. */
  passOver: (sheetId: string) => void;
  /** Every sheet that was read so far, for all that use it. */
  done: () => Omit<SheetRead, 'values'>[];
  /** Ids of the sheets that are gone or closed to the user. */
  refused: () => string[];
};

/** The reads of one pass over an account. */
export function createSheetReads(ask: {
  client: SmartsheetClient;
  needs: ReadonlyMap<string, SheetNeeds>;
  call: CallOptions;
}): SheetReads {
  const reads = new Map<string, Promise<SheetRead>>();
  const done = new Map<string, Omit<SheetRead, 'values'>>();
  const refused = new Set<string>();
  const passedOver = new Set<string>();

  const begin = async (sheetId: string): Promise<SheetRead> => {
    const needs = ask.needs.get(sheetId) ?? { sheetId, sourceColumnIds: [], targetColumnIds: [] };
    try {
      const sheet = await readSheet({ ...needs, client: ask.client, call: ask.call });
      const { values: _, ...rest } = sheet;
      done.set(sheetId, rest);
      return sheet;
    } catch (error) {
      if (error instanceof SmartsheetError && error.class === 'configuration') refused.add(sheetId);
      throw error;
    }
  };

  return {
    read: (sheetId) => {
      const known = reads.get(sheetId) ?? begin(sheetId);
      reads.set(sheetId, known);
      return known;
    },
    release: (sheetId) => {
      const rest = done.get(sheetId);
      if (rest) reads.set(sheetId, Promise.resolve({ ...rest, values: new Map() }));
    },
    passOver: (sheetId) => void passedOver.add(sheetId),
    done: () => [...done.values()].filter(({ id }) => !passedOver.has(id)),
    refused: () => [...refused],
  };
}
