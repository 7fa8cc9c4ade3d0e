import { AppError, failureSentence, isSheetWritable } from '@picksync/contracts';
import type { Column, SheetList, SheetSummary, SmartsheetClient } from '@picksync/smartsheet-client';
import {
  createSheetReads,
  emptyRunState,
  lookAndPlan,
  type SheetRead,
  sheetNeeds,
  spellingKey,
} from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import type { ListScan, ScanInput } from './list-scans.ts';
import { nameKey } from './looks-alike.ts';

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
    sheets: inOrder(list.sheets),
    unlisted: countUnlisted(list),
    wanted: new Set(
      options
        .slice(0, context.settings.optionLimits.maxOptions)
        .map((option) => spellingKey(option, settings)),
    ),
    listSize: options.length,
    names: new Set([sourceName, ...followers].map(nameKey).filter((name) => name !== '')),
    problem,
  };
}

/** Returns how many sheets are missing from a list; null if that is not known. */
function countUnlisted({ sheets, totalCount, isWhole }: SheetList): number | null {
  if (isWhole) return 0;
  return totalCount === null ? null : Math.max(0, totalCount - sheets.length);
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Sorts sheets in which the user may fill dropdowns first. */
function inOrder(sheets: SheetSummary[]): SheetSummary[] {
  const rank = ({ accessLevel }: SheetSummary) => (isSheetWritable(accessLevel) ? 0 : 1);
  return sheets.toSorted((one, other) => rank(one) - rank(other) || byName(one.name, other.name));
}

/** Returns the list that a run would write into an empty dropdown, and the reason why it would not. */
async function readList(
  context: Context,
  client: SmartsheetClient,
  { sourceSheetId, sourceColumnId, settings }: ScanInput,
) {
  const {
    now,
    settings: { optionLimits: limits },
    optionHashOf,
  } = context;
  const columns = { sourceSheetId, sourceColumnId, sheetId: sourceSheetId, targetColumnId: empty.id };
  const automation = { ...columns, settings: { ...settings, mode: 'mirror' as const, graceDays: 0 } };
  const [needed] = sheetNeeds([automation]).values();
  const needs = new Map(needed && [[sourceSheetId, { ...needed, targetColumnIds: [] }]]);
  const reads = createSheetReads({ client, call: {}, needs, now, maxTargetAgeMs: 60_000 });
  const { source: read } = reads;
  const target = async () => ({ ...(await read(sourceSheetId)), ...emptySheet });
  const look = await lookAndPlan({
    automation,
    reads: { ...reads, target },
    limits,
    // These hashes are not stored.
    hash: optionHashOf('scan'),
    state: emptyRunState,
    now: now(),
  });
  if (look.failure !== null) throw toRefusal(look.failure, reads.getFailure(sourceSheetId));
  const { plan } = look;
  const problem = plan.verdict === 'refused' ? failureSentence(plan.reason, plan.figures) : null;
  return { source: look.source, options: plan.options, problem };
}

function toRefusal(failure: Parameters<typeof failureSentence>[0], refused: Error | undefined): Error {
  if (failure === 'source_sheet_gone' || failure === 'source_column_gone')
    return new AppError('source_not_found', { message: failureSentence(failure) });
  return refused ?? new AppError('source_not_found', { message: failureSentence(failure) });
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

const emptySheet: Pick<SheetRead, 'accessLevel' | 'columns'> = {
  accessLevel: 'OWNER',
  columns: new Map([[empty.id, empty]]),
};
