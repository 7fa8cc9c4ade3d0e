import type { Job, PrismaClient } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { addChunk, dropChunks, findUnfinished, finishExport, readRows } from './data-exports.store.ts';
import { type ExportSection, exportSections } from './export-sections.ts';

const rowsAtOnce = 500;
const chunkLength = 256 * 1024;
const keptMs = 24 * 60 * 60_000;

/** Writes the copy of a user's data that is due, in pieces. One that was interrupted is started over. */
export async function writeExport(
  context: Context,
  { payload: { exportId: id }, isLastAttempt }: Job<'export-data'>,
): Promise<void> {
  const due = await findUnfinished(context.db, id);
  if (!due) return;
  try {
    await dropChunks(context.db, id);
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
    await addChunk(db, { exportId, place, text });
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
