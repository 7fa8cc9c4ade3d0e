import {
  type AutomationSettings,
  type Candidate,
  type Candidates,
  defaultSettings,
  type endpoints,
  isDropdownType,
  type Parsed,
  targetRefusal,
  targetRefusals,
} from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import type { Column, Sheet } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { requireAutomation } from '../automations/automations.ts';
import { findClaimed, toPlace } from '../automations/claimed-columns.store.ts';
import { wouldCloseCycle } from '../automations/cycle-check.ts';
import { requireSettings } from '../automations/settings.ts';
import { readSheetDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { beginScan, type ListScan, type ListScans, type ListSource } from './list-scans.ts';
import { getFirstSync, getLikeness } from './looks-alike.ts';
import { readSheets } from './read-sheets.ts';

type Body = Parsed<typeof endpoints.automations.candidates>['body'];

const sheetsPerCall = 10;

/**
 * Looks through some of the user's sheets for dropdown columns that look like a list. Nothing is stored. `signal` aborts
 * the search.
 */
export async function findCandidates(
  context: Context,
  listScans: ListScans,
  { userId, body, signal }: { userId: string; body: Body; signal: AbortSignal },
): Promise<Candidates> {
  const { automationId, from: wanted } = body;
  const edited = automationId ? await requireAutomation(context.db, { userId, id: automationId }) : null;
  const { sourceKind = 'sheet' } = body;
  const settings = edited ? requireSettings(edited) : { ...defaultSettings, sourceKind };
  const source = getIds(edited ?? body);
  const followers = await context.db.automation.findMany({
    where: { userId, ...source },
    select: { sheetId: true, targetColumnId: true, targetColumnName: true },
  });
  return withSmartsheet(context, userId, async (client, connection) => {
    const key = [userId, connection.id, connection.accountId, source.sourceSheetId, source.sourceColumnId];
    const scanKey = JSON.stringify([...key, settings]);
    const names = followers.map(({ targetColumnName }) => targetColumnName);
    const scan = await listScans.of({ userId, key: scanKey, isNew: wanted === undefined }, () =>
      beginScan(context, client, { ...source, settings, followers: names, userId }),
    );
    const from = Math.min(wanted ?? 0, scan.sheets.length);
    const page = scan.sheets.slice(from, from + sheetsPerCall);
    const searcher = context.smartsheet.openClient(connection, 'searches');
    const read = await readSheets(page, {
      read: (sheetId, options) => readSheetDefinition(searcher, sheetId, options),
      now: context.now,
      signal,
    });
    const looked = from + read.done;
    const isOver = looked >= scan.sheets.length;
    if (isOver) listScans.end(scanKey);
    const filled = new Set([
      toPlace({ sheetId: source.sourceSheetId, columnId: source.sourceColumnId }),
      ...followers.map(({ sheetId, targetColumnId: columnId }) => toPlace({ sheetId, columnId })),
    ]);
    const found = read.sheets.flatMap((sheet) => findAlike(sheet, { scan, settings, filled }));
    return {
      candidates: await withReasons(context, found, { source, settings, scan, connection }),
      looked,
      total: scan.sheets.length,
      unlisted: scan.unlisted,
      unread: read.unread,
      next: isOver ? null : looked,
      waitMs: isOver ? 0 : read.waitMs,
      waitsFor: isOver ? null : read.waitsFor,
      listSize: scan.listSize,
      lookedAt: context.now().toISOString(),
    };
  });
}

function getIds({ sourceSheetId, sourceColumnId }: ListSource): ListSource {
  return { sourceSheetId, sourceColumnId };
}

type Alike = Candidate & { column: Column; accessLevel: Sheet['accessLevel'] };

/** Returns the dropdown columns of a sheet that look like the list, without those that the source fills already. */
function findAlike(
  { id: sheetId, name: sheetName, accessLevel, columns }: Sheet,
  { scan, settings, filled }: { scan: ListScan; settings: AutomationSettings; filled: ReadonlySet<string> },
): Alike[] {
  return columns.flatMap((column) => {
    if (!isDropdownType(column.type) || filled.has(toPlace({ sheetId, columnId: column.id }))) return [];
    const { isAlike, ...likeness } = getLikeness(
      { title: column.title, options: column.options ?? [] },
      { ...scan, settings },
    );
    if (!isAlike) return [];
    return [
      {
        sheetId,
        sheetName,
        columnId: column.id,
        columnName: column.title,
        isMultiSelect: column.type === 'MULTI_PICKLIST',
        ...likeness,
        firstSync: getFirstSync({ ...likeness, isAlike }, { listSize: scan.listSize, settings }),
        reason: null,
        column,
        accessLevel,
      },
    ];
  });
}

type Search = {
  source: ListSource;
  settings: AutomationSettings;
  scan: ListScan;
  connection: SmartsheetConnection;
};

/** Adds the reason why a column cannot be chosen, in the same words as when the creation is refused. */
async function withReasons(context: Context, found: Alike[], search: Search): Promise<Candidate[]> {
  const refused = found.map(({ column, accessLevel }) => {
    const locked = column.locked || column.lockedForUser;
    const refusal = targetRefusal({ ...column, locked, accessLevel });
    return refusal === null ? null : targetRefusals[refusal];
  });
  // Only a user who may fill a column learns whether somebody does.
  const free = found.filter((_, index) => refused[index] === null);
  const { region } = search.connection;
  const claimed = new Set((await findClaimed(context.db, { region, places: free })).map(toPlace));
  const reasons = found.map(async (one, index) => {
    const known = refused[index] ?? (claimed.has(toPlace(one)) ? targetRefusals.taken : search.scan.problem);
    return known ?? (await getLoopReason(context, one, search));
  });
  return (await Promise.all(reasons)).map((reason, index) => {
    const { column: _, accessLevel: _level, firstSync, ...one } = found[index] as Alike;
    return { ...one, firstSync: reason === null ? firstSync : null, reason };
  });
}

/** Returns why the column cannot follow the source, if that would lead back to the source. */
async function getLoopReason(
  context: Context,
  { sheetId, columnId: targetColumnId }: Alike,
  { source, settings: { mode }, connection: { id: connectionId } }: Search,
): Promise<string | null> {
  const link = { ...source, sheetId, targetColumnId, mode };
  const closes = await wouldCloseCycle(context.db, { ...link, id: null, connectionId, isActive: true });
  return closes ? loopsBack : null;
}

const loopsBack = 'It would lead back to its own source';
