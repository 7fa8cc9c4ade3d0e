import {
  type AutomationSettings,
  automationSettings,
  type ChangeSide,
  type ChangeSubject,
  changesKept,
  type SettingName,
  settingNames,
} from '@picksync/contracts';
import { type Automation, Prisma, type Tx } from '@picksync/db';
import { findKeyName } from '../activity/activity.store.ts';
import { isSame } from './settings.ts';

type NewChange = { subject: ChangeSubject; before: ChangeSide | null; after: ChangeSide };

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
  {
    answer,
    added,
    removed,
    renamed,
    reason,
    ...recorded
  }: Recorded & Omit<ChangeSide & { kind: 'answer' }, 'kind'>,
): Promise<void> {
  const after = {
    kind: 'answer',
    answer,
    added,
    removed,
    ...(renamed !== undefined && { renamed }),
    ...(reason && { reason }),
  } as const;
  await recordChanges(tx, recorded, [{ subject: 'review', before: null, after }]);
}

/** Records who has created an automation, from where to where, in the transaction of that. */
export async function recordCreation(tx: Tx, { row, keyId }: { row: Automation } & Pick<Recorded, 'keyId'>) {
  const source = { sheetName: row.sourceSheetName, columnName: row.sourceColumnName };
  const destination = { sheetName: row.sheetName, columnName: row.targetColumnName };
  const after = { kind: 'creation', source, destination } as const;
  const recorded = { automationId: row.id, at: row.createdAt, keyId };
  await recordChanges(tx, recorded, [{ subject: 'creation', before: null, after }]);
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

/**
 * Deletes what is beyond the changes that are kept: whoever pauses and activates all day does not fill the table. Who has created
 * the automation stays.
 */
async function deleteOldest(tx: Tx, automationIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM automation_changes WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY automation_id ORDER BY at DESC, id DESC) AS place
        FROM automation_changes
        WHERE automation_id = ANY(${automationIds}::uuid[]) AND subject <> 'creation') numbered
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
  return (
    settingNames
      // The names of the source say what it is.
      .filter((name) => name !== 'sourceKind' && !isSame(old[name], now[name]))
      .map((name) => ({ subject: name, before: toSide(name, old), after: toSide(name, now) }))
  );
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
  const { filters, labelTemplate, addressColumn, pinnedFirst, pinnedLast, ...plain } = settings;
  if (name === 'filters') return toCount(filters?.rules.length ?? 0, filters?.rules);
  if (name === 'labelTemplate') return toCount(labelTemplate?.columns.length ?? 0, labelTemplate?.columns);
  if (name === 'addressColumn') return toCount(addressColumn ? 1 : 0, addressColumn ? [addressColumn] : []);
  if (name === 'pinnedFirst') return toCount(pinnedFirst.length);
  if (name === 'pinnedLast') return toCount(pinnedLast.length);
  return toValue(plain[name]);
}
