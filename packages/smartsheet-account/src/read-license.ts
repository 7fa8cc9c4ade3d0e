import type { PrismaClient, SmartsheetConnection } from '@picksync/db';
import type { SmartsheetClient } from '@picksync/smartsheet-client';

/**
 * Returns whether the user of a connection has a Smartsheet license, and stores it; null where Smartsheet does not tell.
 * Without one, an admin of a sheet may not change its columns.
 */
export async function readLicense(
  { client, connection: { id } }: { client: SmartsheetClient; connection: Pick<SmartsheetConnection, 'id'> },
  { prisma }: { prisma: PrismaClient },
): Promise<boolean | null> {
  const { licensed } = await client.users.me();
  const isAnother = { OR: [{ licensed: null }, { licensed: { not: licensed } }] };
  if (licensed !== null)
    await prisma.smartsheetConnection.updateMany({ where: { id, ...isAnother }, data: { licensed } });
  return licensed;
}
