import { markMovedConnections } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type Echo, findOtherReaders, recordDelivered } from './webhooks.store.ts';

/**
 * Records callbacks that report only what our own runs have changed. Other automations that read the same sheet have to
 * see rows that one automation wrote: they are marked. Returns true for each.
 */
export async function recordEchoes(
  echoes: Echo[],
  { db, pool, queue }: Pick<Context, 'db' | 'pool' | 'queue'>,
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
