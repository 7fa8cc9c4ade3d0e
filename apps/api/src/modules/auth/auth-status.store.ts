import type { ConnectionStatus, Db } from '@picksync/db';

export const findConnectionState = (
  db: Db,
  userId: string,
): Promise<{ status: ConnectionStatus; accountEmail: string | null } | null> =>
  db.smartsheetConnection.findUnique({
    where: { userId },
    select: { status: true, accountEmail: true },
  });
