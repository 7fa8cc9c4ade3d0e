import {
  assertClaimHolds,
  clearSheetMarks,
  lockSheets,
  type PrismaClient,
  type SyncClaim,
} from '@picksync/db';

/** What is recorded of a sheet that was read. */
export type SheetRecord = { sheetId: string; name: string; version: number; volatile: boolean };

export type SheetsRecord = {
  claim: SyncClaim;
  at: Date;
  /** Sheets that were read for every automation that needs them. */
  read: SheetRecord[];
  /** Sheets that are gone or closed to us: any version will be news when they come back. */
  lost: string[];
  /** Marks that are dealt with, as they were seen. */
  marks: { sheetId: string; dirtyAt: Date | null }[];
};

/** Records what a pass has seen of its sheets. Throws `ClaimLostError` when another run stands for the connection. */
export function recordSheets(prisma: PrismaClient, seen: SheetsRecord): Promise<void> {
  return prisma.$transaction(async (tx) => {
    const { claim, at, read, lost, marks } = seen;
    const { connectionId } = claim;
    const sheetIds = [...read, ...marks].map(({ sheetId }) => sheetId).concat(lost);
    await lockSheets(tx, { connectionId, sheetIds });
    if (read.length > 0) {
      await tx.$executeRaw`
        INSERT INTO sheets (connection_id, sheet_id, name, version, volatile, last_read_at, created_at, updated_at)
        SELECT ${connectionId}::uuid, seen.sheet_id, seen.name, seen.version, seen.volatile, ${at}, ${at}, ${at}
        FROM unnest(
          ${read.map(({ sheetId }) => sheetId)}::text[], ${read.map(({ name }) => name)}::text[],
          ${read.map(({ version }) => version)}::int[], ${read.map(({ volatile }) => volatile)}::boolean[]
        ) AS seen (sheet_id, name, version, volatile)
        ORDER BY seen.sheet_id
        ON CONFLICT (connection_id, sheet_id) DO UPDATE SET name = EXCLUDED.name, version = EXCLUDED.version,
          volatile = EXCLUDED.volatile, last_read_at = EXCLUDED.last_read_at, updated_at = EXCLUDED.updated_at`;
    }
    if (lost.length > 0) {
      await tx.sheet.updateMany({
        where: { connectionId, sheetId: { in: lost } },
        data: { version: null, lastReadAt: at },
      });
    }
    await clearSheetMarks(tx, connectionId, marks);
    await assertClaimHolds(tx, claim);
  });
}
