import { type Database, markMovedConnections, type Queue } from '@picksync/db';
import { type Echo, findOtherReaders, recordDelivered } from './webhooks.store.ts';

/**
 * Records callbacks that report only what our own runs have changed. Other automations that read the same sheet have to
 * see rows that one automation wrote: they are marked. Returns true for each.
 */
export async function recordEchoes(
  echoes: Echo[],
  { database: { prisma: db, pool }, queue }: { database: Pick<Database, 'prisma' | 'pool'>; queue: Queue },
): Promise<true[]> {
  await recordDelivered(
    db,
    echoes.map(({ webhookId }) => webhookId),
  );
  const written = echoes.filter(({ writers }) => writers.length > 0);
  const readers = written.length > 0 ? await findOtherReaders(db, written) : [];
  const moved = readers.map((reader) => ({ ...reader, sheets: [] }));
  if (moved.length > 0) await markMovedConnections(moved, { pool, queue, priority: 'event' });
  return echoes.map(() => true);
}
