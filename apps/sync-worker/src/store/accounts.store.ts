import type { Automation, Db, Prisma, Sheet, SmartsheetConnection } from '@picksync/db';

/** Everything of an account that a sync has to know, read in one go. */
export type Account = {
  connection: SmartsheetConnection;
  /** The active ones. */
  automations: Automation[];
  /** What is known of its sheets, by their id. */
  sheets: Map<string, Sheet>;
};

/** Null when the account was deleted. */
export async function findAccount(db: Db, connectionId: string): Promise<Account | null> {
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: { automations: { where: { isActive: true }, orderBy: { id: 'asc' } }, sheets: true },
  });
  if (!found) return null;
  const { automations, sheets, ...connection } = found;
  return { connection, automations, sheets: new Map(sheets.map((sheet) => [sheet.sheetId, sheet])) };
}

/** Finds an automation only while it does what it did when it was read: not paused, deleted or changed since. */
export const asTakenUp = (automation: Automation): Prisma.AutomationWhereInput => {
  const { id, sourceSheetId, sourceColumnId, sheetId, targetColumnId } = automation;
  const { mode, removeDuplicates, order, ignoreCase, splitValues, maxRemovalPercent } = automation;
  const places = { sourceSheetId, sourceColumnId, sheetId, targetColumnId };
  const settings = { mode, removeDuplicates, order, ignoreCase, splitValues, maxRemovalPercent };
  return { id, isActive: true, ...places, ...settings };
};

/** Whether it may be written: it is what it was, and holds the claim on its target. */
export const isCurrent = async (db: Db, automation: Automation): Promise<boolean> =>
  (await db.automation.count({ where: { ...asTakenUp(automation), claim: { isNot: null } } })) === 1;
