import {
  type AutomationSettings,
  automationSettings,
  type PreviewedMatch,
  type PreviewRule,
  type RulePreview,
} from '@picksync/contracts';
import type { Rule, SmartsheetConnection } from '@picksync/db';
import type { Column, Sheet, SmartsheetClient } from '@picksync/smartsheet-client';
import {
  findFillable,
  matchColumn,
  type SeenMatch,
  spellingKey,
  toContactKey,
  toIdentity,
} from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { type Allowed, readEntitlements } from '../../base/read-entitlements.ts';
import { findClaimed, toPlace } from '../automations/claimed-columns.store.ts';
import { wouldCloseCycle } from '../automations/cycle-check.ts';
import { assertSettingsAllowed } from '../automations/settings.ts';
import { type createScans, readBothLists } from '../destinations/list-scans.ts';
import { getFirstSync } from '../destinations/looks-alike.ts';
import { readSheets } from '../destinations/read-sheets.ts';
import { readSheetDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { browsePlace, type PlaceTree } from './browse-place.ts';
import { findContactRefusal } from './contact-refusals.ts';
import { findOwners } from './list-rules.ts';
import { assertHasRules } from './look-up-rule.ts';
import { toMessage } from './rule-view.ts';
import { findMatches, type MatchRow, readSettings, requireRule } from './rules.store.ts';

/** What is kept while somebody looks through a place. It holds cell texts: never store or log it. */
export type RuleScan = {
  tree: PlaceTree;
  wanted: ReadonlySet<string>;
  listSize: number;
  /** The same for contact columns, whose options are known by their addresses. */
  contacts: { wanted: ReadonlySet<string>; listSize: number; refusal: string | null };
  /** Sheets of the edited rule that do not lie there: they would leave. */
  leaving: MatchRow[];
};

export type RuleScans = ReturnType<typeof createScans<RuleScan>>;

const sheetsPerCall = 20;

type Input = { userId: string; body: PreviewRule; signal: AbortSignal };

/** Looks through some sheets of a place for a rule. Nothing is stored. Throws what creating the rule throws. `signal` aborts it. */
export async function previewRule(
  context: Context,
  scans: RuleScans,
  { userId, body, signal }: Input,
): Promise<RulePreview> {
  const { db, now } = context;
  const { ruleId, from: given, ...draft } = body;
  const edited = ruleId ? await requireRule(db, { userId, id: ruleId }) : null;
  const settings = automationSettings.parse(body);
  await assertHasRules(db, { userId, now: now() });
  const before = edited && readSettings(edited);
  await assertSettingsAllowed(db, { settings, before, userId, now: now() });
  return withSmartsheet(context, userId, async (client, connection) => {
    const key = JSON.stringify([userId, connection.id, connection.accountId, ruleId, draft]);
    const rows = edited ? await findMatches(db, edited.id) : [];
    const scan = await scans.of({ userId, key, isNew: given === undefined }, () =>
      beginScan(context, client, { userId, body, settings, rows }),
    );
    const from = Math.min(given ?? 0, scan.tree.sheets.length);
    const page = scan.tree.sheets.slice(from, from + sheetsPerCall);
    const searcher = context.smartsheet.openClient(connection, 'searches');
    const read = await readSheets<Sheet>(page, {
      read: (sheetId, options) => readSheetDefinition(searcher, sheetId, options),
      now,
      signal,
    });
    const looked = from + read.done;
    const isOver = looked >= scan.tree.sheets.length;
    if (isOver) scans.end(key);
    const allowed = await readEntitlements(db, { userId, now: now() });
    const previewed = { body, settings, scan, connection, rows, edited, userId, allowed };
    const found = await Promise.all(read.sheets.map((sheet) => previewSheet(context, sheet, previewed)));
    const leaving = isOver ? scan.leaving.map((row) => toLeaving(row, previewed)) : [];
    return {
      sheets: [...found, ...leaving],
      looked,
      total: scan.tree.sheets.length,
      folders: scan.tree.folders,
      unreadableFolders: scan.tree.unreadableFolders,
      unread: read.unread,
      next: isOver ? null : looked,
      waitMs: isOver ? 0 : read.waitMs,
      waitsFor: isOver ? null : read.waitsFor,
      listSize: scan.listSize,
      lookedAt: now().toISOString(),
      configurationCount: allowed.total,
      configurationLimit: allowed.limit,
    };
  });
}

type Scanned = { userId: string; body: PreviewRule; settings: AutomationSettings; rows: readonly MatchRow[] };

async function beginScan(
  context: Context,
  client: SmartsheetClient,
  { userId, body, settings, rows }: Scanned,
): Promise<RuleScan> {
  const { placeKind: kind, placeId: id, includesSubfolders } = body;
  const { sourceSheetId, sourceColumnId } = body;
  const [tree, { options, contacts, contactErrors }] = await Promise.all([
    browsePlace(client, { place: { kind, id }, includesSubfolders }),
    context.smartsheet.wholeReads(userId, () =>
      readBothLists(context, client, { sourceSheetId, sourceColumnId, settings, followers: [] }),
    ),
  ]);
  const { maxOptions } = context.settings.optionLimits;
  const there = new Set(tree.sheets.map((sheet) => sheet.id));
  return {
    tree,
    wanted: new Set(options.slice(0, maxOptions).map((option) => spellingKey(option, settings))),
    listSize: options.length,
    contacts: {
      wanted: new Set(contacts.slice(0, maxOptions).map(toContactKey)),
      listSize: contacts.length,
      refusal: findContactRefusal(contactErrors),
    },
    leaving: rows.filter((row) => isFollowing(row) && !there.has(row.sheetId)),
  };
}

function isFollowing(row: MatchRow | undefined): boolean {
  return row?.automation != null && row.goneAt === null;
}

type PreviewedRule = {
  userId: string;
  body: PreviewRule;
  settings: AutomationSettings;
  scan: RuleScan;
  connection: SmartsheetConnection;
  rows: readonly MatchRow[];
  edited: Rule | null;
  allowed: Allowed;
};

async function previewSheet(
  context: Context,
  sheet: Sheet,
  previewed: PreviewedRule,
): Promise<PreviewedMatch> {
  const { body, settings, scan, rows, allowed, userId } = previewed;
  const row = rows.find(({ sheetId }) => sheetId === sheet.id);
  const { columnTitle } = body;
  const seen = withContacts(
    matchColumn(sheet, { columnTitle, chosenColumnId: row?.chosenColumnId ?? null }),
    scan,
  );
  const column = 'column' in seen ? seen.column : undefined;
  const state = await toPreviewedState(context, { seen, sheetId: sheet.id, row, previewed });
  const owners =
    state === 'taken' ? await findOwners(context.db, { userId, rows: [{ sheetId: sheet.id }] }) : null;
  const takeOver = owners?.get(`${sheet.id}/${column?.id}`) ?? null;
  const choices =
    seen.kind === 'choose' ? seen.columns.map(({ id, title }) => ({ columnId: id, columnName: title })) : [];
  const options = seen.kind === 'fits' ? (seen.column.options ?? []) : null;
  const isOfContacts = column !== undefined && toIdentity(column) === 'address';
  const { wanted, listSize } = isOfContacts ? scan.contacts : scan;
  const toKey = isOfContacts ? toContactKey : (option: string) => spellingKey(option, settings);
  const matchingCount = options?.filter((option) => wanted.has(toKey(option))).length ?? 0;
  const likeness = { optionCount: options?.length ?? 0, matchingCount, hasSameName: true, isAlike: true };
  const reason = seen.kind === 'refused' ? seen.reason : null;
  return {
    sheetId: sheet.id,
    sheetName: sheet.name,
    state,
    message: toMessage({ state, reason, choices, columnTitle, takeOver, allowed }),
    columnId: column?.id ?? null,
    columnName: column?.title ?? null,
    choices,
    takeOver,
    firstSync: state === 'follows' ? getFirstSync(likeness, { listSize, settings }) : null,
    optionCount: options?.length ?? null,
    isOfContacts,
    dropdowns: findFillable(sheet).map(({ title }) => title),
    isFollowing: isFollowing(row),
  };
}

type Seen = Exclude<SeenMatch, { kind: 'refused' }> | { kind: 'refused'; column: Column; reason: string };

/** Returns the match, or why a contact column is not filled with what the source and the settings make. */
function withContacts(seen: SeenMatch, { contacts: { refusal } }: RuleScan): Seen {
  if (seen.kind !== 'fits' || refusal === null || toIdentity(seen.column) !== 'address') return seen;
  return { kind: 'refused', column: seen.column, reason: refusal };
}

type Fitting = { seen: Seen; sheetId: string; row: MatchRow | undefined; previewed: PreviewedRule };

async function toPreviewedState(
  context: Context,
  { seen, sheetId, row, previewed }: Fitting,
): Promise<PreviewedMatch['state']> {
  const { connection, body, settings } = previewed;
  if (row?.isExcluded) return 'excluded';
  if (seen.kind !== 'fits')
    return seen.kind === 'choose' || seen.kind === 'refused' ? seen.kind : 'no_column';
  const targetColumnId = seen.column.id;
  // Only a user who may fill a column learns whether somebody does.
  const place = { sheetId, columnId: targetColumnId };
  const [claimed] = await findClaimed(context.db, { region: connection.region, places: [place] });
  const isOwn = row?.automation?.targetColumnId === targetColumnId;
  if (claimed && toPlace(claimed) === toPlace(place) && !isOwn) return 'taken';
  const { sourceSheetId, sourceColumnId } = body;
  const link = { sourceSheetId, sourceColumnId, sheetId, targetColumnId, mode: settings.mode };
  const id = row?.automation?.id ?? null;
  const closes = await wouldCloseCycle(context.db, {
    ...link,
    id,
    connectionId: connection.id,
    isActive: true,
  });
  return closes ? 'loop' : 'follows';
}

/** A sheet of the edited rule that is not where it would look. */
function toLeaving(row: MatchRow, { body, allowed }: PreviewedRule): PreviewedMatch {
  const told = { state: 'gone' as const, reason: 'edited', choices: [], takeOver: null };
  return {
    sheetId: row.sheetId,
    sheetName: row.sheetName,
    state: 'gone',
    message: toMessage({ ...told, columnTitle: body.columnTitle, allowed }),
    columnId: row.columnId,
    columnName: row.columnName,
    choices: [],
    takeOver: null,
    firstSync: null,
    optionCount: null,
    isOfContacts: false,
    dropdowns: [],
    isFollowing: true,
  };
}
