import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '../database.ts';
import type { Automation, Prisma, Sheet, SmartsheetConnection, User } from '../generated/client.ts';

// Rows for tests, complete and believable; a test names only the fields it is about.

/** A verified user on trial. */
export function testUser(db: Db, overrides: Partial<Prisma.UserUncheckedCreateInput> = {}): Promise<User> {
  return db.user.create({
    data: {
      email: `user-${randomUUID()}@example.com`,
      isVerified: true,
      trialEndDate: new Date(Date.now() + 14 * 24 * 60 * 60 * 1000),
      ...overrides,
    },
  });
}

/** A connected Smartsheet account, at rest and not due; with a user of its own unless `userId` is given. */
export async function testConnection(
  db: Db,
  overrides: Partial<Prisma.SmartsheetConnectionUncheckedCreateInput> = {},
): Promise<SmartsheetConnection> {
  const userId = overrides.userId ?? (await testUser(db)).id;
  return db.smartsheetConnection.create({
    data: {
      accountEmail: 'owner@example.com',
      accountId: smartsheetId(),
      scopes: ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS'],
      nextSweepAt: new Date(Date.now() + 15 * 60 * 1000),
      ...overrides,
      userId,
    },
  });
}

/** An active automation between two sheets of its connection. */
export function testAutomation(
  db: Db,
  {
    connection,
    ...overrides
  }: {
    connection: Pick<SmartsheetConnection, 'id' | 'userId'>;
  } & Partial<Prisma.AutomationUncheckedCreateInput>,
): Promise<Automation> {
  return db.automation.create({
    data: {
      userId: connection.userId,
      connectionId: connection.id,
      name: 'Clients into projects',
      sourceSheetId: smartsheetId(),
      sourceSheetName: 'Clients',
      sourceColumnId: smartsheetId(),
      sourceColumnName: 'Client',
      sheetId: smartsheetId(),
      sheetName: 'Projects',
      targetColumnId: smartsheetId(),
      targetColumnName: 'Client',
      ...overrides,
    },
  });
}

/** A sheet that was listed once. */
export function testSheet(
  db: Db,
  { connectionId, ...overrides }: { connectionId: string } & Partial<Prisma.SheetUncheckedCreateInput>,
): Promise<Sheet> {
  return db.sheet.create({
    data: { connectionId, sheetId: smartsheetId(), name: 'Clients', version: 1, ...overrides },
  });
}

/** Sixteen digits, as real ones are. */
function smartsheetId() {
  return `${randomInt(1, 9)}${String(randomInt(0, 2 ** 47)).padStart(15, '0')}`;
}
