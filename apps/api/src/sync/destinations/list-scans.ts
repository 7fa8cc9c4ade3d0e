import { AppError, type AutomationSettings, failureSentence, isSheetWritable } from '@picksync/contracts';
import type { Column, SheetList, SheetSummary, SmartsheetClient } from '@picksync/smartsheet-client';
import {
  createSheetReads,
  emptyRunState,
  lookAndPlan,
  type SheetRead,
  sheetNeeds,
  spellingKey,
} from '@picksync/sync-engine';
import { compareNames } from '../../base/compare-names.ts';
import type { Context } from '../../base/context.ts';
import { findContactErrors } from '../automations/look-up-columns.ts';
import { toNameKey } from './looks-alike.ts';

export type ListSource = { sourceSheetId: string; sourceColumnId: string };

type ScanInput = ListSource & {
  settings: AutomationSettings;
  /** The names of the columns that the source fills already. */
  followers: readonly string[];
};

/** What is known of a list while somebody looks for dropdowns like it. It holds cell texts: never store or log it. */
export type ListScan = {
  /** The user's sheets, in the order in which they are looked at. */
  sheets: SheetSummary[];
  /** Sheets that Smartsheet did not list; null when their number is not known. */
  unlisted: number | null;
  /**
   * The list that a dropdown would have, as `spellingKey` gives its texts; only the beginning of a list that no
   * dropdown could hold, so that many searches do not fill the memory.
   */
  wanted: ReadonlySet<string>;
  /** Options of the whole list. */
  listSize: number;
  /** The names that make a column look alike, as `toNameKey` gives them. */
  names: ReadonlySet<string>;
  /** Why no dropdown could hold the list; null when one can. */
  problem: string | null;
};

/** How long a scan is kept: its calls follow one another. */
const keptMs = 120_000;
const maxScans = 20;
const maxScansOfUser = 2;

/**
 * Creates a cache of what people search for, in the memory of this process, so that the source is read once for all calls of
 * a search. Another process reads it again.
 */
export function createScans<Scan>({ now }: Pick<Context, 'now'>) {
  const scans = new Map<string, { userId: string; scan: Promise<Scan>; at: number }>();
  function forgetOld(): void {
    const oldest = now().getTime() - keptMs;
    for (const [key, { at }] of scans) if (at < oldest || scans.size > maxScans) scans.delete(key);
  }
  /** A user who begins one search after another ends their own searches, and nobody else's. */
  function forgetOwn(userId: string): void {
    const own = [...scans].filter(([, scan]) => scan.userId === userId);
    for (const [key] of own.slice(0, Math.max(0, own.length + 1 - maxScansOfUser))) scans.delete(key);
  }
  return {
    /** Returns the scan of this key, or begins it; `isNew` begins it in any case. */
    of: (
      { userId, key, isNew }: { userId: string; key: string; isNew: boolean },
      begin: () => Promise<Scan>,
    ) => {
      forgetOld();
      const known = isNew ? undefined : scans.get(key);
      if (known) {
        known.at = now().getTime();
        return known.scan;
      }
      forgetOwn(userId);
      const scan = begin();
      scans.set(key, { userId, scan, at: now().getTime() });
      scan.catch(() => scans.delete(key));
      return scan;
    },
    /** Forgets a list after the last sheet. */
    end: (key: string) => void scans.delete(key),
  };
}

export type ListScans = ReturnType<typeof createScans<ListScan>>;

/** Reads the list and which sheets there are. Throws `source_not_found`, and what Smartsheet refuses. */
export async function beginScan(
  context: Context,
  client: SmartsheetClient,
  { userId, ...input }: ScanInput & { userId: string },
): Promise<ListScan> {
  const [list, { source, options, problem }] = await Promise.all([
    client.sheets.list(),
    context.smartsheet.wholeReads(userId, () => readList(context, client, input)),
  ]);
  const { settings, sourceColumnId, followers } = input;
  const sourceName = source.columns.get(sourceColumnId)?.title ?? '';
  return {
    sheets: sortSheets(list.sheets),
    unlisted: countUnlisted(list),
    wanted: new Set(
      options
        .slice(0, context.settings.optionLimits.maxOptions)
        .map((option) => spellingKey(option, settings)),
    ),
    listSize: options.length,
    names: new Set([sourceName, ...followers].map(toNameKey).filter((name) => name !== '')),
    problem,
  };
}

/** Returns how many sheets are missing from a list; null if that is not known. */
function countUnlisted({ sheets, totalCount, isWhole }: SheetList): number | null {
  if (isWhole) return 0;
  return totalCount === null ? null : Math.max(0, totalCount - sheets.length);
}

/** Sorts sheets in which the user may fill dropdowns first. */
function sortSheets(sheets: SheetSummary[]): SheetSummary[] {
  const rank = ({ accessLevel }: SheetSummary) => (isSheetWritable(accessLevel) ? 0 : 1);
  return sheets.toSorted((one, other) => rank(one) - rank(other) || compareNames(one.name, other.name));
}

/** Returns the list that a run would write into an empty dropdown, and the reason why it would not. */
export async function readList(context: Context, client: SmartsheetClient, input: ScanInput) {
  const { source, plan } = await openList(context, client, input)(empty);
  const problem = plan.verdict === 'refused' ? failureSentence(plan.reason, plan.figures) : null;
  return { source, options: plan.options, problem };
}

/** Returns the lists that runs would write into an empty dropdown and into an empty contact column, from one read of the source. */
export async function readBothLists(context: Context, client: SmartsheetClient, input: ScanInput) {
  const lookAt = openList(context, client, input);
  const { source, plan } = await lookAt(empty);
  const column = source.columns.get(input.sourceColumnId);
  const contactErrors = column ? findContactErrors(column, input.settings) : {};
  const isOfContacts = Object.keys(contactErrors).length === 0;
  const contacts = isOfContacts ? (await lookAt({ ...empty, type: 'CONTACT_LIST' })).plan.options : [];
  return { options: plan.options, contacts, contactErrors };
}

/** Returns a function that plans for an empty column. It reads the source once. */
function openList(
  context: Context,
  client: SmartsheetClient,
  { sourceSheetId, sourceColumnId, settings }: ScanInput,
) {
  const { now } = context;
  const columns = { sourceSheetId, sourceColumnId, sheetId: sourceSheetId, targetColumnId: empty.id };
  const automation = { ...columns, settings: { ...settings, mode: 'mirror' as const, graceDays: 0 } };
  const [needed] = sheetNeeds([automation]).values();
  const needs = new Map(needed && [[sourceSheetId, { ...needed, targetColumnIds: [] }]]);
  const reads = createSheetReads({ client, call: {}, needs, now, maxTargetAgeMs: 60_000 });
  return async (column: Column) => {
    const target = async () => ({ ...(await reads.source(sourceSheetId)), ...toEmptySheet(column) });
    const look = await lookAndPlan({
      automation,
      reads: { ...reads, target },
      limits: context.settings.optionLimits,
      // These hashes are not stored.
      hash: context.getOptionHash('scan'),
      state: emptyRunState,
      now: now(),
    });
    if (look.failure !== null) throw toRefusal(look.failure, reads.getFailure(sourceSheetId));
    return look;
  };
}

function toRefusal(failure: Parameters<typeof failureSentence>[0], refused: Error | undefined): Error {
  const isGone = ['source_sheet_gone', 'source_column_gone', 'report_gone'].includes(failure);
  if (refused && !isGone) return refused;
  return new AppError('source_not_found', { message: failureSentence(failure) });
}

/** A dropdown that holds nothing yet and may be filled. */
const empty: Column = {
  id: 'none',
  index: 0,
  title: 'None',
  type: 'PICKLIST',
  primary: false,
  options: [],
  validation: null,
  hidden: false,
  locked: false,
  lockedForUser: false,
  symbol: null,
  systemColumnType: null,
  hasColumnFormula: false,
};

function toEmptySheet(column: Column): Pick<SheetRead, 'accessLevel' | 'columns'> {
  return { accessLevel: 'OWNER', columns: new Map([[column.id, column]]) };
}
