import { AppError, isSameButNames, supportedSettings } from '@picksync/contracts';
import type { Prisma, Rule, SmartsheetConnection, Tx } from '@picksync/db';
import type { Sheet } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { changeAutomation } from '../automations/edit-automation.ts';
import { isSame } from '../automations/settings.ts';
import { readSheets } from '../destinations/read-sheets.ts';
import { connectionErrors, readSheetDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { browsePlace, type PlaceTree, readPlaceNames } from './browse-place.ts';
import {
  deleteGoneSheet,
  heldBackReasons,
  pauseGoneSheet,
  resumeReturnedSheet,
  toColumnEdit,
} from './gone-sheets.ts';
import { listSteps, listUnread, type SheetStep } from './look-steps.ts';
import { toRuleContext } from './rule-context.ts';
import {
  assertFollows,
  doWhileUnchanged,
  findMatches,
  isUnchanged,
  type MatchRow,
  readSettings,
} from './rules.store.ts';
import { followRule, recordWaiting, takeUpSheets, temporaryErrors } from './take-up-sheets.ts';
import { withLookLease } from './with-look-lease.ts';

/** How long one look reads sheets before it does what follows from them. */
const readForMs = 60_000;

/**
 * Looks into the place of a rule and does what follows: takes up new sheets, pauses the automations of those that are gone, lets
 * those go on that are back. One look at a time: one that is requested meanwhile follows.
 */
export async function lookIntoRule(
  context: Context,
  requested: { ruleId: string; attempt?: number; signal: AbortSignal },
): Promise<void> {
  await withLookLease(context, requested, async (held) =>
    look(await toRuleContext(context, held.rule), held),
  );
}

/** Returns whether the look got to its end. */
async function look(context: Context, { rule, signal }: LookInput): Promise<boolean> {
  const { db, now } = context;
  if (!rule.isActive) return true;
  const { advancedAutomation } = await readEntitlements(db, { userId: rule.userId, now: now() });
  if (!advancedAutomation) return true;
  try {
    return await applySteps(context, { ...(await findSteps(context, { rule, signal })), signal });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The connection itself says what is wrong with it; the next sweep looks again.
    if (!connectionErrors.includes(error.code)) await recordUnreadable(context, rule, error.code);
    if (error.code === 'smartsheet_busy' || error.code === 'smartsheet_paced') return false;
    // A place that cannot be read may stay so for days; its automations go on, with the settings of their rule.
    if (!temporaryErrors.includes(error.code) && (await isUnchanged(context.db, rule)))
      await alignFollowers(context, rule);
    return true;
  }
}

type LookInput = { rule: Rule; signal: AbortSignal };

type Seen = {
  rule: Rule;
  tree: PlaceTree;
  connection: SmartsheetConnection;
  steps: SheetStep[];
  /** Whether every sheet that had to be read was. */
  isWhole: boolean;
};

/** Reads the place, and those of its sheets that are new or may be others than before. */
async function findSteps(context: Context, { rule, signal }: LookInput): Promise<Seen> {
  const { db, now } = context;
  return withSmartsheet(context, rule.userId, async (client, connection) => {
    const { placeKind: kind, placeId: id, includesSubfolders } = rule;
    const tree = await browsePlace(client, { place: { kind, id }, includesSubfolders, signal });
    const rows = new Map((await findMatches(db, rule.id)).map((row) => [row.sheetId, row]));
    const unread = listUnread(tree, { rule, rows, now: now() });
    const found = await readSheets<Sheet>(unread, {
      read: (sheetId) => readSheetDefinition(client, sheetId),
      now,
      signal,
      forMs: readForMs,
    });
    const reads = new Map(found.sheets.map((sheet) => [sheet.id, sheet]));
    const steps = listSteps({ rule, tree, rows, reads, now: now() });
    const names = tellsOfPlace(rule, steps) ? await readPlaceNames(client, rule) : null;
    return { rule: { ...rule, ...names }, tree, connection, steps, isWhole: found.done === unread.length };
  });
}

/** Returns whether somebody asked for the look, or reads of a sheet that has come, gone or is back. */
function tellsOfPlace({ lookedAt, lookWantedAt }: Rule, steps: readonly SheetStep[]): boolean {
  const isNews = ({ row, step: { act } }: SheetStep) =>
    act === 'pause' || act === 'resume' || act === 'drop' || (!row && act === 'take_up');
  // Before the first look the place was just chosen.
  return lookedAt !== null && (lookWantedAt !== null || steps.some(isNews));
}

/** How many sheets are written down in one transaction: whoever edits the rule, and each sync of its owner, waits for it. */
const savedAtOnce = 100;

/** Does what follows from a look. What frees room in the plan comes first. */
async function applySteps(
  context: Context,
  { rule, tree, connection, steps, isWhole, signal }: Seen & { signal: AbortSignal },
): Promise<boolean> {
  const before = await countWaiting(context, rule.id);
  for (let done = 0; done < steps.length; done += savedAtOnce) {
    const part = { rule, steps: steps.slice(done, done + savedAtOnce) };
    if (!(await doWhileUnchanged(context, rule, (tx) => saveSteps(context, tx, part)))) return false;
  }
  for (const { row, step, seen } of steps) {
    signal.throwIfAborted();
    if (!hasAutomation(row)) continue;
    if (step.act === 'pause')
      await pauseGoneSheet(context, { rule, connection, row, reason: toGoneReason(row, seen.kind) });
    if (step.act === 'drop') await deleteGoneSheet(context, { rule, connection, row });
  }
  for (const { row, step, seen } of steps) {
    signal.throwIfAborted();
    if (!hasAutomation(row)) continue;
    if (seen.kind !== 'fits') continue;
    if (step.act === 'resume') await resumeReturnedSheet(context, { rule, row, to: seen.column });
    if (step.act === 'none') await moveColumn(context, { rule, row, to: seen.column });
  }
  if (!(await alignFollowers(context, rule))) return false;
  const sheetIds = steps.filter(({ step }) => step.act === 'take_up').map(({ sheetId }) => sheetId);
  const end = await takeUpSheets(context, { rule, connection, sheetIds, signal });
  const waiting = await countWaiting(context, rule.id);
  if (waiting > before) await recordWaiting(context, { rule, waiting });
  await recordLook(context, { rule, tree, isWhole: isWhole && end === 'done' });
  return isWhole && end !== 'later';
}

type Followed = MatchRow & { automation: NonNullable<MatchRow['automation']> };

function hasAutomation(row: MatchRow | undefined): row is Followed {
  return row?.automation != null;
}

function toGoneReason({ automation }: Followed, kind: string): string {
  if (kind !== 'missing') return kind === 'refused' ? 'no_right' : kind;
  return automation.lastErrorReason === 'target_sheet_gone' ? 'deleted' : 'left';
}

/** Writes what was seen of each sheet, under the lock. The acts that follow write what becomes of it. */
async function saveSteps(
  { now }: Context,
  tx: Tx,
  { rule, steps }: { rule: Rule; steps: readonly SheetStep[] },
): Promise<void> {
  const { id: ruleId, userId } = rule;
  const added = steps.filter(({ row }) => !row);
  // What the first look finds was shown when the rule was made, or changed.
  const firstSeenAt = rule.lookedAt === null ? rule.createdAt : now();
  const toData = ({ facts, step }: SheetStep) => ({ ...facts, ...toStored(step, null) });
  await tx.ruleMatch.createMany({
    data: added.map((one) => ({ ruleId, userId, sheetId: one.sheetId, firstSeenAt, ...toData(one) })),
    skipDuplicates: true,
  });
  for (const one of steps) {
    const { row, step, seen } = one;
    if (!row) continue;
    if (step.act === 'forget') {
      await tx.ruleMatch.deleteMany({ where: { id: row.id, automationId: null, isExcluded: false } });
      continue;
    }
    const { reason, ...facts } = one.facts;
    const isGone = row.goneAt !== null || step.act === 'pause';
    const data = {
      ...facts,
      ...(reason !== undefined && (!isGone || seen.kind !== 'fits') && { reason }),
      // It was back, and has left again.
      ...(seen.kind === 'missing' && heldBackReasons.includes(row.reason) && { reason: 'left' }),
      ...toStored(step, row.state),
      ...(step.state === 'excluded' && { isExcluded: true, isWanted: false }),
    } satisfies Prisma.RuleMatchUncheckedUpdateManyInput;
    const isOther = Object.entries(data).some(
      ([field, value]) => !isSame(value, row[field as keyof MatchRow]),
    );
    // A person, or a look that took this one for dead, may have changed it since it was read.
    const { id, isExcluded, chosenColumnId, automationId } = row;
    const where = { id, isExcluded, chosenColumnId, automationId };
    if (isOther) await tx.ruleMatch.updateMany({ where, data });
  }
}

/** A sheet that is taken up, paused or goes on gets its state with that. */
function toStored({ act, state, missedLooks }: SheetStep['step'], before: string | null) {
  if (act === 'pause' || act === 'resume' || act === 'drop') return {};
  if (act !== 'take_up') return { state, missedLooks };
  const isHeldBack = before !== null && ['asks', 'waits', 'taken', 'loop'].includes(before);
  return { state: isHeldBack ? before : 'unread', missedLooks };
}

/** Fills the column that has the title now, where the one that was filled has another by now. */
async function moveColumn(
  context: Context,
  { rule, row, to }: { rule: Rule; row: Followed; to: { id: string; title: string } },
): Promise<void> {
  if (row.automation.targetColumnId === to.id) return;
  try {
    const which = { userId: rule.userId, id: row.automation.id };
    const edit = toColumnEdit(row, to);
    const record = (tx: Tx) => assertFollows(tx, { rule, automationId: which.id });
    await changeAutomation(context, { which, edit, record, isByRule: true });
  } catch (error) {
    // Its own syncs say what is wrong.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Gives the automations of a rule its source and settings where an edit has left them behind. */
async function alignFollowers(context: Context, rule: Rule): Promise<boolean> {
  const settings = readSettings(rule);
  const { sourceSheetId, sourceColumnId } = rule;
  const followers = await context.db.automation.findMany({ where: { ruleId: rule.id, leftRuleAt: null } });
  for (const row of followers) {
    const isSameSource = row.sourceSheetId === sourceSheetId && row.sourceColumnId === sourceColumnId;
    const own = supportedSettings(row);
    // What a newer version wrote is left alone.
    if (own === null || (isSameSource && isSameButNames(own, settings))) continue;
    try {
      await followRule(context, { rule, automationId: row.id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The others need not be tried: what a person has decided meanwhile has its own look.
      if (error.code === 'match_changed' || connectionErrors.includes(error.code)) return false;
    }
  }
  return true;
}

function countWaiting({ db }: Context, ruleId: string): Promise<number> {
  return db.ruleMatch.count({ where: { ruleId, state: 'waits' } });
}

async function recordLook(
  { db, now }: Context,
  { rule, tree, isWhole }: { rule: Rule; tree: PlaceTree; isWhole: boolean },
): Promise<void> {
  const { folders, unreadableFolders } = tree;
  await db.rule.updateMany({
    where: toSamePlace(rule),
    data: {
      ...(isWhole && { lookedAt: now() }),
      unreadableSince: null,
      unreadableReason: null,
      placeName: rule.placeName,
      workspaceName: rule.workspaceName,
      folderCount: folders,
      unreadableFolders,
      sheetCount: tree.sheets.length,
    },
  });
}

/** Returns the condition that a rule looks where it did: another place has not been looked into. */
function toSamePlace({ id, placeKind, placeId, workspaceId, includesSubfolders, columnTitle }: Rule) {
  return { id, placeKind, placeId, workspaceId, includesSubfolders, columnTitle };
}

/** Records that a place cannot be read. Its automations go on as they were. */
async function recordUnreadable({ db, now }: Context, rule: Rule, reason: string): Promise<void> {
  const unreadableSince = rule.unreadableSince ?? now();
  await db.rule.updateMany({
    where: toSamePlace(rule),
    data: { unreadableSince, unreadableReason: reason },
  });
}
