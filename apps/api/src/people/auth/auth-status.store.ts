import type { Region } from '@picksync/contracts';
import type { ConnectionStatus, Db } from '@picksync/db';

export function findConnectionState(
  db: Db,
  userId: string,
): Promise<{
  status: ConnectionStatus;
  accountEmail: string | null;
  region: Region;
  licensed: boolean | null;
} | null> {
  return db.smartsheetConnection.findUnique({
    where: { userId },
    select: { status: true, accountEmail: true, region: true, licensed: true },
  });
}
