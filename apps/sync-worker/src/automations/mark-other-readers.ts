import { type Automation, markConnectionDirty, type Queue, type Tx } from '@picksync/db';

/**
 * Marks the other automations that read or fill the sheet whose rows were changed: callbacks about changes of our own are
 * ignored, and the others have to see them.
 */
export async function markOtherReaders(
  tx: Tx,
  { id, connectionId }: Automation,
  queue: Queue,
  sheetId: string,
): Promise<void> {
  const readsIt = { OR: [{ sourceSheetId: sheetId }, { sheetId }] };
  const others = await tx.automation.findMany({
    where: { connectionId, ...readsIt, isActive: true, id: { not: id } },
    select: { id: true },
  });
  if (others.length === 0) return;
  await markConnectionDirty({ tx, queue, connectionId, automationIds: others.map((other) => other.id) });
}
