import type { Db, SmartsheetConnection } from '@picksync/db';

export function findConnection(db: Db, userId: string): Promise<SmartsheetConnection | null> {
  return db.smartsheetConnection.findUnique({ where: { userId } });
}
