import {
  type CallOptions,
  maxRowIdsPerCall,
  type Sheet,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { maxAgeMs, readSheet, type SheetRead } from './read.ts';
import type { SheetNeeds } from './sheet-needs.ts';

/** What is remembered of a sheet that was read. The version is the first that was seen. */
export type SheetSeen = Pick<SheetRead, 'id' | 'name' | 'version' | 'volatile'> & {
  /** Whether the cells of the source columns were read, and not only what targets need. */
  hasRows: boolean;
};

/** The reads that automations share. A sheet that could not be read is not read again. */
export type SheetReads = {
  /** Reads a sheet with the rows of its source columns, once however many automations use them. */
  source: (sheetId: string) => Promise<SheetRead>;
  /**
   * Reads the definitions of target columns, and counts how their options are used where that is needed; again when the
   * last read began more than `maxTargetAgeMs` ago.
   */
  target: (sheetId: string) => Promise<SheetRead>;
  /** Forgets what is known of a sheet: the next reads are made again. */
  forget: (sheetId: string) => void;
  /** Reads a dropdown column with all its cells, now. They are the `rows` of the sheet. */
  cells: (sheetId: string, columnId: string) => Promise<SheetRead>;
  /** Reads some rows of a sheet with all their cells, and all its columns. Rows that are gone are left out. */
  wholeRows: (sheetId: string, rowIds: readonly string[]) => Promise<Pick<Sheet, 'rows' | 'columns'>>;
  /** Drops the rows of a sheet that nobody reads from any more; its columns stay. */
  releaseRows: (sheetId: string) => void;
  /** Returns every sheet that was read. */
  seen: () => SheetSeen[];
  /** Returns the error by which a sheet could not be read, or undefined. */
  getFailure: (sheetId: string) => SmartsheetError | undefined;
};

type Read = { startedAt: number; sheet: Promise<SheetRead> };

/**
 * Creates the reads that the automations of a pass share: each sheet is read once, a target again when it is too old.
 */
export function createSheetReads(input: {
  client: SmartsheetClient;
  call: CallOptions;
  /** What the reads of a sheet have to bring, by sheet. */
  needs: ReadonlyMap<string, SheetNeeds>;
  now: () => Date;
  /** Default: the age up to which a read may be the ground of a write. */
  maxTargetAgeMs?: number;
}): SheetReads {
  const { client, call, needs, now, maxTargetAgeMs = maxAgeMs } = input;
  const sources = new Map<string, Promise<SheetRead>>();
  const latest = new Map<string, Read>();
  const seen = new Map<string, SheetSeen>();
  const failures = new Map<string, SmartsheetError>();

  async function read(sheetId: string, hasRows: boolean): Promise<SheetRead> {
    const failure = failures.get(sheetId);
    if (failure) throw failure;
    const needed = needs.get(sheetId) ?? noNeeds(sheetId);
    const { sourceColumnIds } = needed;
    try {
      const columns = { ...needed, sourceColumnIds: hasRows ? sourceColumnIds : [] };
      const sheet = await readSheet({ client, call, ...columns });
      seen.set(sheetId, mergeSeen(seen.get(sheetId), { ...sheet, hasRows }));
      return sheet;
    } catch (error) {
      if (error instanceof SmartsheetError) failures.set(sheetId, error);
      throw error;
    }
  }

  function begin(sheetId: string, hasRows: boolean): Promise<SheetRead> {
    const sheet = read(sheetId, hasRows);
    latest.set(sheetId, { startedAt: now().getTime(), sheet });
    return sheet;
  }

  return {
    source: (sheetId) => {
      const known = sources.get(sheetId) ?? begin(sheetId, true);
      sources.set(sheetId, known);
      return known;
    },
    target: (sheetId) => {
      const known = latest.get(sheetId);
      // A read in the future, because the clock was set back, is of unknown age.
      const isFresh = known !== undefined && Math.abs(now().getTime() - known.startedAt) <= maxTargetAgeMs;
      return isFresh ? known.sheet : begin(sheetId, false);
    },
    forget: (sheetId) => {
      sources.delete(sheetId);
      latest.delete(sheetId);
    },
    cells: (sheetId, columnId) => {
      const columns = { sourceColumnIds: [columnId], targetColumnIds: [columnId], usedColumnIds: [columnId] };
      return readSheet({ client, call, sheetId, ...columns });
    },
    wholeRows: (sheetId, rowIds) =>
      rowIds.length <= maxRowIdsPerCall
        ? client.sheets.get({ ...call, sheetId, rowIds })
        : client.sheets.getWhole({ ...call, sheetId }),
    releaseRows: (sheetId) => {
      const source = sources.get(sheetId);
      if (!source) return;
      const sheet = source.then((whole) => ({ ...whole, rows: null }));
      sheet.catch(() => {});
      sources.set(sheetId, sheet);
      const last = latest.get(sheetId);
      if (last?.sheet === source) latest.set(sheetId, { ...last, sheet });
    },
    seen: () => [...seen.values()],
    getFailure: (sheetId) => failures.get(sheetId),
  };
}

function noNeeds(sheetId: string): SheetNeeds {
  return { sheetId, sourceColumnIds: [], targetColumnIds: [], usedColumnIds: [] };
}

/** Keeps the earlier version: automations that used an earlier read know nothing of the later one. */
function mergeSeen(earlier: SheetSeen | undefined, later: SheetSeen): SheetSeen {
  const { id, name, version, volatile, hasRows } = later;
  return {
    id,
    name,
    version: Math.min(version, earlier?.version ?? version),
    volatile: volatile || earlier?.volatile === true,
    hasRows: hasRows || earlier?.hasRows === true,
  };
}
