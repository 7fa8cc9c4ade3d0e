import type { Db } from './database.ts';
import type { ListCopy } from './generated/client.ts';

/** What has become of the file of a copy, as it is stored. */
export type CopyLoss = 'gone' | 'changed' | 'expired';

/**
 * Returns what has become of a copy whose file was found gone or changed. One that newer copies have made superfluous was deleted by a
 * run, which may not have recorded it yet, and by nobody in Smartsheet. `kept`: how many copies of an automation are kept.
 */
export async function findCopyLoss(
  db: Db,
  copy: Pick<ListCopy, 'id' | 'automationId' | 'at'>,
  { found, kept }: { found: 'gone' | 'changed'; kept: number },
): Promise<CopyLoss> {
  if (found === 'changed') return found;
  const { automationId, id, at } = copy;
  const known = await db.listCopy.findFirst({ where: { id, automationId }, select: { lostAs: true } });
  if (known?.lostAs === 'expired') return 'expired';
  const isNewer = { OR: [{ at: { gt: at } }, { at, id: { gt: id } }] };
  const where = { automationId, lostAs: null, attachmentId: { not: null }, ...isNewer };
  return (await db.listCopy.count({ where })) >= kept ? 'expired' : 'gone';
}
