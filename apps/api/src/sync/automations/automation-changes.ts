import {
  type AutomationChange,
  type AutomationSettings,
  automationChange,
  automationSettings,
  type ChangeSide,
  type ChangeSubject,
  changeSide,
  changeSubjects,
  changesKept,
  type endpoints,
  type Parsed,
  type SettingName,
  settingNames,
} from '@picksync/contracts';
import { type Automation, type Db, Prisma, type AutomationChange as Row, type Tx } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import { findKeyName } from '../activity/activity.store.ts';
import { requireAutomation, type WhichAutomation } from './automations.ts';
import { isSame } from './settings.ts';

type Query = Parsed<typeof endpoints.automations.changes>['query'];

type NewChange = { subject: ChangeSubject; before: ChangeSide | null; after: ChangeSide };

/** Returns one page of what was changed of an automation of the user's, newest first. Throws `not_found`. */
export async function listChanges(context: Context, which: WhichAutomation, { cursor, limit }: Query) {
  const { db } = context;
  const { id: automationId } = await requireAutomation(db, which);
  const rows = await db.automationChange.findMany({
    where: {
      automationId,
      // A newer version may have others.
      subject: { in: [...changeSubjects] },
      ...belowPosition(parseCursor(cursor), (at) => ({ at })),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  const newest = await findNewest(db, automationId);
  return { ...page, items: page.items.map((row) => toView(row, newest)) };
}

/** Returns the newest change of each subject. */
async function findNewest(db: Db, automationId: string): Promise<ReadonlySet<string>> {
  const rows = await db.automationChange.findMany({
    where: { automationId },
    distinct: ['subject'],
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

const subject = z.enum(changeSubjects);

function toView(row: Row, newest: ReadonlySet<string>): AutomationChange {
  const before = changeSide.nullable().parse(row.before);
  return automationChange.parse({
    id: row.id,
    at: row.at.toISOString(),
    subject: row.subject,
    before,
    after: row.after,
    keyName: row.keyName,
    undo: getUndo({ subject: subject.parse(row.subject), before, isNewest: newest.has(row.id) }),
  });
}

type Undoable = Pick<AutomationChange, 'subject' | 'before'> & { isNewest: boolean };

function getUndo({ subject, before, isNewest }: Undoable): AutomationChange['undo'] {
  const isSetting = settingNames.some((name) => name === subject);
  if (!isSetting && subject !== 'name') return 'never';
  if (before?.kind === 'count' && before.count > 0) return 'texts_not_kept';
  return isNewest ? 'possible' : 'later_change';
}

type Recorded = { automationId: string; at: Date; keyId?: string | undefined };

/** Records how a row differs from the one before, in the transaction of the change. */
export async function recordDifference(
  tx: Tx,
  { before, after, ...recorded }: Recorded & { before: Automation; after: Automation },
): Promise<void> {
  await recordChanges(tx, recorded, listDifferences(before, after));
}

/** Records the answer to a review in its transaction, in counts. */
export async function recordAnswer(
  tx: Tx,
  { answer, added, removed, ...recorded }: Recorded & Omit<ChangeSide & { kind: 'answer' }, 'kind'>,
): Promise<void> {
  const after = { kind: 'answer', answer, added, removed } as const;
  await recordChanges(tx, recorded, [{ subject: 'review', before: null, after }]);
}

/** Records that automations were paused or activated, in the transaction of that. */
export async function recordToggles(
  tx: Tx,
  { automationIds, isActive, at }: { automationIds: readonly string[]; isActive: boolean; at: Date },
): Promise<void> {
  const sides = { before: toValue(!isActive), after: toValue(isActive) };
  await tx.automationChange.createMany({
    data: automationIds.map((automationId) => ({ automationId, at, subject: 'state', ...sides })),
  });
  await deleteOldest(tx, automationIds);
}

async function recordChanges(tx: Tx, recorded: Recorded, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { automationId, at, keyId } = recorded;
  const keyName = await findKeyName(tx, keyId);
  await tx.automationChange.createMany({
    data: changes.map(({ before, ...change }) => ({
      automationId,
      at,
      keyName,
      before: before ?? Prisma.DbNull,
      ...change,
    })),
  });
  await deleteOldest(tx, [automationId]);
}

/** Deletes what is beyond the changes that are kept: whoever pauses and activates all day does not fill the table. */
async function deleteOldest(tx: Tx, automationIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM automation_changes WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY automation_id ORDER BY at DESC, id DESC) AS place
        FROM automation_changes WHERE automation_id = ANY(${automationIds}::uuid[])) numbered
      WHERE place > ${changesKept})`;
}

/** Returns what differs between two versions of a row, in the order in which it is shown. */
function listDifferences(before: Automation, after: Automation): NewChange[] {
  return [...listColumns(before, after), ...listSettings(before, after), ...listOthers(before, after)];
}

function listColumns(before: Automation, after: Automation): NewChange[] {
  const isMoved = (...fields: (keyof Automation)[]) => fields.some((name) => before[name] !== after[name]);
  const source = (row: Automation) => toColumn(row.sourceSheetName, row.sourceColumnName);
  const destination = (row: Automation) => toColumn(row.sheetName, row.targetColumnName);
  return [
    ...(isMoved('sourceSheetId', 'sourceColumnId')
      ? [{ subject: 'source' as const, before: source(before), after: source(after) }]
      : []),
    ...(isMoved('sheetId', 'targetColumnId')
      ? [{ subject: 'destination' as const, before: destination(before), after: destination(after) }]
      : []),
  ];
}

function listSettings(before: Automation, after: Automation): NewChange[] {
  const [old, now] = [automationSettings.safeParse(before).data, automationSettings.safeParse(after).data];
  // What a newer version wrote cannot be told in words here.
  if (!old || !now) return [];
  return settingNames
    .filter((name) => !isSame(old[name], now[name]))
    .map((name) => ({ subject: name, before: toSide(name, old), after: toSide(name, now) }));
}

function listOthers(before: Automation, after: Automation): NewChange[] {
  const plain = ['name', 'isActive'] as const;
  return plain
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      subject: field === 'name' ? 'name' : 'state',
      before: toValue(before[field]),
      after: toValue(after[field]),
    }));
}

function toColumn(sheetName: string | null, columnName: string): ChangeSide {
  return { kind: 'column', sheetName, columnName };
}

function toValue(value: string | number | boolean | null): ChangeSide {
  return { kind: 'value', value };
}

function toCount(count: number, columns: readonly { columnName: string }[] = []): ChangeSide {
  return { kind: 'count', count, columns: columns.map(({ columnName }) => columnName) };
}

/** Returns a setting as it is kept: without the texts that somebody typed into it. */
function toSide(name: SettingName, settings: AutomationSettings): ChangeSide {
  const { filters, labelTemplate, pinnedFirst, pinnedLast, ...plain } = settings;
  if (name === 'filters') return toCount(filters?.rules.length ?? 0, filters?.rules);
  if (name === 'labelTemplate') return toCount(labelTemplate?.columns.length ?? 0, labelTemplate?.columns);
  if (name === 'pinnedFirst') return toCount(pinnedFirst.length);
  if (name === 'pinnedLast') return toCount(pinnedLast.length);
  return toValue(plain[name]);
}
