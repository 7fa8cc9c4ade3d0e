import { type LikelyPairs, maxPairSheets, type PairProgress, targetRefusal } from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import type { Column, Sheet, SheetSummary, SmartsheetClient } from '@picksync/smartsheet-client';
import { type ColumnPair, findLikelyPairs, normaliseText, toPairSheet } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { findClaimed, toPlace } from '../automations/claimed-columns.store.ts';
import { readSheets } from '../destinations/read-sheets.ts';
import { readSheetDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import type { FoundPairs, KeptPairs } from './kept-pairs.ts';

/** More than a person looks at; for the names of those that are kept their sheets are read again. */
const maxPairs = 12;

/** A longer list would hardly fit into a dropdown. */
export const rowsRead = 500;

/** A person waits, and can choose by themselves meanwhile. */
const searchMs = 12_000;

type Search = {
  userId: string;
  signal: AbortSignal;
  /** The source that is chosen already: only what fits it is returned. */
  sourceSheetId?: string | undefined;
  sourceColumnId?: string | undefined;
};

/**
 * Returns the columns of the user's sheets that look as if they belong together: from what an earlier search has found, or
 * by reading the sheets that were changed last, with calls that nobody else needs. `signal` aborts it.
 */
export async function listLikelyPairs(
  context: Context,
  keptPairs: KeptPairs,
  { userId, signal, sourceSheetId, sourceColumnId }: Search,
): Promise<LikelyPairs> {
  return withSmartsheet(context, userId, async (_, connection) => {
    // The first sync of what is chosen here follows soon, and must not wait for its calls.
    const client = context.smartsheet.openClient(connection, 'pairs');
    const key = JSON.stringify([userId, connection.id, connection.accountId, connection.licensed]);
    const search = () => {
      const onProgress = (progress: NonNullable<PairProgress>) => keptPairs.underWay.set(userId, progress);
      const searched = searchSheets(context, { signal, client, connection, onProgress });
      return searched.finally(() => keptPairs.underWay.delete(userId));
    };
    const { found, sheets } = await context.smartsheet.pairSearches(userId, async () => {
      const kept = keptPairs.find(key);
      if (kept) return { found: kept, sheets: null };
      const searched = await search();
      // A search that was cut short is not the last word. The next one of this user begins when this one is kept.
      if (searched.found.stoppedBy === null) keptPairs.keep(key, searched.found);
      return searched;
    });
    const wanted = found.pairs.filter(({ source, isBest }) =>
      sourceColumnId === undefined
        ? isBest
        : source.sheetId === sourceSheetId && source.columnId === sourceColumnId,
    );
    const free = await listFree(context, wanted, { userId, connection });
    const pairs = sheets ? namePairs(free, sheets) : await nameKept(context, free, { signal, client });
    return { ...found, pairs };
  });
}

type Account = { signal: AbortSignal; client: SmartsheetClient; connection: SmartsheetConnection };

/** What the reply needs of a sheet: no rows, and of the options only their number. */
type NamedSheet = {
  name: string;
  columns: Map<string, { title: string; type: string; optionCount: number }>;
};

type Searched = Account & { onProgress: (progress: NonNullable<PairProgress>) => void };

async function searchSheets(context: Context, { signal, client, connection, onProgress }: Searched) {
  const { sheets: listed } = await client.sheets.list({ signal });
  const wanted = listed.toSorted(byChange).slice(0, maxPairSheets);
  const read = await readSheets(wanted, {
    read: async (sheetId, options) => {
      const sheet = await client.sheets.get({ ...options, sheetId, page: 1, pageSize: rowsRead });
      const texts = toPairSheet(sheet, (column) => isFillable(column, sheet, connection));
      return { sheetId, texts, named: toNamed(sheet) };
    },
    now: context.now,
    signal,
    forMs: searchMs,
    onDone: (looked) => onProgress({ looked, wanted: wanted.length }),
  });
  const found: FoundPairs = {
    pairs: await findLikelyPairs(read.sheets.map(({ texts }) => texts)),
    looked: read.done,
    unread: read.unread,
    total: listed.length,
    stoppedBy: read.waitsFor ?? (read.done < wanted.length ? 'time' : null),
    lookedAt: context.now().toISOString(),
  };
  return { found, sheets: new Map(read.sheets.map(({ sheetId, named }) => [sheetId, named])) };
}

/** What was changed last is what people work with. */
function byChange(one: SheetSummary, other: SheetSummary): number {
  return (other.modifiedAt?.getTime() ?? 0) - (one.modifiedAt?.getTime() ?? 0);
}

/** Returns whether Smartsheet would take a list for a column, as far as is known. */
export function isFillable(
  column: Column,
  { accessLevel }: Pick<Sheet, 'accessLevel'>,
  { licensed }: SmartsheetConnection,
): boolean {
  const locked = column.locked || column.lockedForUser;
  const lacksLicense = licensed === false && accessLevel !== 'OWNER';
  return !lacksLicense && targetRefusal({ ...column, locked, accessLevel }) === null;
}

function toNamed({ name, columns }: Sheet): NamedSheet {
  const named = columns.map(
    ({ id, title, type, options }) =>
      [id, { title, type, optionCount: new Set(options?.map(normaliseText)).size }] as const,
  );
  return { name, columns: new Map(named) };
}

/** Reads the names of what was found before. Pairs whose dropdown has changed since then are left out. */
async function nameKept(
  { now }: Pick<Context, 'now'>,
  kept: readonly ColumnPair[],
  { signal, client }: Pick<Account, 'signal' | 'client'>,
): Promise<LikelyPairs['pairs']> {
  const pairs = kept.slice(0, maxPairs);
  const ids = [...new Set(pairs.flatMap(({ source, target }) => [source.sheetId, target.sheetId]))];
  const read = await readSheets(
    ids.map((id) => ({ id })),
    {
      read: async (sheetId, options) => {
        const sheet = await readSheetDefinition(client, sheetId, options);
        return [sheetId, toNamed(sheet)] as const;
      },
      now,
      signal,
    },
  );
  const sheets = new Map(read.sheets);
  const isSame = ({ target, optionCount }: ColumnPair) =>
    sheets.get(target.sheetId)?.columns.get(target.columnId)?.optionCount === optionCount;
  return namePairs(pairs.filter(isSame), sheets);
}

function namePairs(
  pairs: readonly ColumnPair[],
  sheets: ReadonlyMap<string, NamedSheet>,
): LikelyPairs['pairs'] {
  const named = pairs.flatMap(({ source, target, isBest: _, ...counts }) => {
    const [from, to] = [nameColumn(sheets, source), nameColumn(sheets, target)];
    if (!from || !to) return [];
    const isMultiSelect = to.type === 'MULTI_PICKLIST';
    return [{ source: { ...source, ...from }, target: { ...target, ...to, isMultiSelect }, ...counts }];
  });
  return named.slice(0, maxPairs);
}

function nameColumn(sheets: ReadonlyMap<string, NamedSheet>, { sheetId, columnId }: ColumnPair['source']) {
  const sheet = sheets.get(sheetId);
  const column = sheet?.columns.get(columnId);
  return sheet && column && { sheetName: sheet.name, columnName: column.title, type: column.type };
}

/** Returns the pairs whose dropdown no automation fills: of anybody an active one, of the user a paused one too. */
async function listFree(
  { db }: Pick<Context, 'db'>,
  pairs: readonly ColumnPair[],
  { userId, connection: { region } }: { userId: string; connection: SmartsheetConnection },
): Promise<ColumnPair[]> {
  const places = pairs.map(({ target }) => target);
  const [claimed, own] = await Promise.all([
    findClaimed(db, { region, places }),
    db.automation.findMany({
      where: { userId, sheetId: { in: places.map(({ sheetId }) => sheetId) } },
      select: { sheetId: true, targetColumnId: true },
    }),
  ]);
  const filled = new Set([
    ...claimed.map(toPlace),
    ...own.map(({ sheetId, targetColumnId: columnId }) => toPlace({ sheetId, columnId })),
  ]);
  return pairs.filter(({ target }) => !filled.has(toPlace(target)));
}
