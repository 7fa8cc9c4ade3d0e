import { AppError, type DataExport as DataExportView } from '@picksync/contracts';
import { type DataExport, type Db, type Job, Prisma, type PrismaClient } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { consumeTry } from '../../base/throttle.ts';
import { type ExportSection, exportSections } from './export-sections.ts';

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
  await consumeTry(context.throttles.exports, userId);
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const at = context.now();
    const newest = await findNewestExport(tx, { userId, at });
    if (newest && !newest.readyAt && !newest.failedAt) return toView(newest);
    const id = context.newId();
    const expiresAt = new Date(at.getTime() + keptMs);
    // Somebody may be fetching the last one that is ready: it stays until its own end, or until another one is requested.
    const lastReady = await findLastReady(tx, userId);
    await tx.dataExport.deleteMany({ where: { userId, ...(lastReady && { id: { not: lastReady.id } }) } });
    const created = await tx.dataExport.create({ data: { id, userId, createdAt: at, expiresAt } });
    await context.queue.send(tx, 'export-data', { exportId: id });
    await recordAudit(tx, { userId, action: 'export_requested', network: ipAddress, at });
    return toView(created);
  });
}

/** A copy that is ready, and how long its file is. */
type ReadyFile = { id: string; bytes: number };

/** Returns a copy that can be fetched now. Throws `not_found` for any other, and for those of others. */
export async function assertReady(
  context: Context,
  { id, userId }: { id: string; userId: string },
): Promise<ReadyFile & { fileName: string }> {
  const found = await context.db.dataExport.findFirst({ where: { id, userId } });
  if (!found?.readyAt || found.expiresAt <= context.now()) throw new AppError('not_found');
  return { id, bytes: found.bytes, fileName: `picksync-${found.createdAt.toISOString().slice(0, 10)}.json` };
}

/**
 * Reads the file piece by piece, so that no process holds all of it. Throws when the rest is gone meanwhile: the download then
 * fails, where it would otherwise look whole.
 */
export async function* readFile(
  context: Context,
  { id: exportId, bytes }: ReadyFile,
): AsyncGenerator<string> {
  for (let [place, left] = [0, bytes]; left > 0; place += 1) {
    const exportId_place = { exportId, place };
    const chunk = await context.db.dataExportChunk.findUnique({ where: { exportId_place } });
    if (!chunk) throw new Error('The copy was removed while it was sent');
    yield chunk.text;
    left -= Buffer.byteLength(chunk.text);
  }
}

const rowsAtOnce = 500;
const chunkLength = 256 * 1024;

/** Writes the copy of a user's data that is due, in pieces. One that was interrupted is started over. */
export async function writeExport(
  context: Context,
  { payload: { exportId: id }, isLastAttempt }: Job<'export-data'>,
): Promise<void> {
  const due = await findUnfinished(context.db, id);
  if (!due) return;
  try {
    await context.db.dataExportChunk.deleteMany({ where: { exportId: id } });
    const bytes = await writeChunks(id, generateFile(context, due.userId), context.db);
    const readyAt = context.now();
    await finishExport(context.db, { id, readyAt, bytes, expiresAt: new Date(readyAt.getTime() + keptMs) });
  } catch (problem) {
    // The account was deleted meanwhile: there is nothing to copy any more.
    if (!(await findUnfinished(context.db, id))) return;
    if (isLastAttempt) await finishExport(context.db, { id, failedAt: context.now() });
    throw problem;
  }
}

async function writeChunks(exportId: string, file: AsyncIterable<string>, db: PrismaClient): Promise<number> {
  let [place, text, bytes] = [0, '', 0];
  const flush = async () => {
    if (text === '') return;
    await db.dataExportChunk.create({ data: { exportId, place, text } });
    bytes += Buffer.byteLength(text);
    place += 1;
    text = '';
  };
  for await (const piece of file) {
    text += piece;
    if (text.length >= chunkLength) await flush();
  }
  await flush();
  return bytes;
}

/** Yields the text of the file, piece by piece. */
async function* generateFile(context: Context, userId: string): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(context.now().toISOString())}`;
  for (const section of exportSections) {
    yield `,\n${JSON.stringify(section.table)}: [`;
    let separator = '\n';
    for await (const row of readSectionRows(section, userId, context.db)) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

async function* readSectionRows(section: ExportSection, userId: string, db: PrismaClient) {
  let after: string | null = null;
  for (;;) {
    const page = await readRows(db, section, { userId, after, limit: rowsAtOnce });
    for (const { at, row } of page) {
      after = at;
      yield Object.fromEntries(section.columns.map((column) => [column, row[column]]));
    }
    if (page.length < rowsAtOnce) return;
  }
}

/** Reads the newest copy of a user that can still be fetched, is being made, or failed. */
function findNewestExport(db: Db, { userId, at }: { userId: string; at: Date }): Promise<DataExport | null> {
  return db.dataExport.findFirst({
    where: { userId, expiresAt: { gt: at } },
    orderBy: { createdAt: 'desc' },
  });
}

/** Reads the newest copy of a user that is ready. */
function findLastReady(db: Db, userId: string): Promise<DataExport | null> {
  return db.dataExport.findFirst({
    where: { userId, readyAt: { not: null } },
    orderBy: { createdAt: 'desc' },
  });
}

/** Reads a copy that is being made; null when it is made already, or its user is gone. */
function findUnfinished(db: Db, id: string): Promise<DataExport | null> {
  return db.dataExport.findFirst({ where: { id, readyAt: null, failedAt: null } });
}

async function finishExport(
  db: Db,
  { id, ...data }: { id: string; readyAt?: Date; failedAt?: Date; bytes?: number; expiresAt?: Date },
): Promise<void> {
  await db.dataExport.updateMany({ where: { id, readyAt: null }, data });
}

const whose = {
  id: (userId: string) => Prisma.sql`t.id = ${userId}::uuid`,
  user_id: (userId: string) => Prisma.sql`t.user_id = ${userId}::uuid`,
  connection_id: (userId: string) =>
    Prisma.sql`t.connection_id IN (SELECT id FROM smartsheet_connections WHERE user_id = ${userId}::uuid)`,
  webhook_id: (userId: string) =>
    Prisma.sql`t.webhook_id IN (SELECT id FROM outgoing_webhooks WHERE user_id = ${userId}::uuid)`,
  channel_id: (userId: string) =>
    Prisma.sql`t.channel_id IN (SELECT id FROM notice_channels WHERE user_id = ${userId}::uuid)`,
  automation_id: (userId: string) =>
    Prisma.sql`t.automation_id IN (SELECT id FROM automations WHERE user_id = ${userId}::uuid)`,
};

/** Returns a page of a user's rows of one table, whole, after the given place. */
async function readRows(
  db: Db,
  { table, by, order }: ExportSection,
  { userId, after, limit }: { userId: string; after: string | null; limit: number },
): Promise<{ at: string; row: Record<string, unknown> }[]> {
  const [from, column] = [Prisma.raw(`"${table}"`), Prisma.raw(`t."${order}"::text`)];
  const later = after === null ? Prisma.empty : Prisma.sql`AND ${column} > ${after}`;
  return db.$queryRaw`
    SELECT ${column} AS at, to_jsonb(t) AS row FROM ${from} t
    WHERE ${whose[by](userId)} ${later} ORDER BY ${column} LIMIT ${limit}`;
}
