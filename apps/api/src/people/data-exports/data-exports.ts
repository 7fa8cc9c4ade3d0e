import { AppError, type DataExport as DataExportView } from '@picksync/contracts';
import type { DataExport } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { takeTry } from '../../base/throttle.ts';
import { createExport, findExport, findNewestExport, readChunk } from './data-exports.store.ts';

/** How long it can be fetched. */
const keptMs = 24 * 60 * 60_000;

function toView({ id, createdAt, expiresAt, readyAt, failedAt, bytes }: DataExport): DataExportView {
  const state = readyAt ? 'ready' : failedAt ? 'failed' : 'making';
  return { id, state, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), bytes };
}

/** Returns the newest copy of a user's data, if there is one. */
export async function readDataExport(context: Context, userId: string) {
  const newest = await findNewestExport(context.db, { userId, at: context.now() });
  return { export: newest && toView(newest) };
}

/** Enqueues a copy of everything that is stored about a user. While one is being made, no second one is begun. */
export async function createDataExport(
  context: Context,
  { userId, ipAddress }: { userId: string; ipAddress: string },
): Promise<DataExportView> {
  await takeTry(context.throttles.exports, userId);
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const at = context.now();
    const newest = await findNewestExport(tx, { userId, at });
    if (newest && !newest.readyAt && !newest.failedAt) return toView(newest);
    const id = context.newId();
    const expiresAt = new Date(at.getTime() + keptMs);
    const created = await createExport(tx, { id, userId, createdAt: at, expiresAt });
    await context.queue.send(tx, 'export-data', { exportId: id });
    await recordAudit(tx, { userId, action: 'export_requested', network: ipAddress, at });
    return toView(created);
  });
}

/** Returns a copy that can be fetched now. Throws `not_found` for any other, and for those of others. */
export async function assertReady(
  context: Context,
  { id, userId }: { id: string; userId: string },
): Promise<{ id: string; fileName: string }> {
  const found = await findExport(context.db, { id, userId });
  if (!found?.readyAt || found.expiresAt <= context.now()) throw new AppError('not_found');
  return { id, fileName: `picksync-${found.createdAt.toISOString().slice(0, 10)}.json` };
}

/** Reads the file piece by piece, so that no process holds all of it. */
export async function* readFile(context: Context, exportId: string): AsyncGenerator<string> {
  for (let place = 0; ; place += 1) {
    const text = await readChunk(context.db, { exportId, place });
    if (text === null) return;
    yield text;
  }
}
