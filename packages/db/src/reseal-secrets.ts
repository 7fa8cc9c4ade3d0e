import { Prisma, type PrismaClient } from './generated/client.ts';
import { type SealedColumn, type Sealer, sealedColumns, UnsealError } from './sealed.ts';

/** How many secrets are sealed with which key. */
type SealedCount = { keyId: string; secrets: number };

type ResealReport = {
  resealed: number;
  /** Sealed with a key that this process does not have, or broken. They stay as they are. */
  unreadable: number;
  /** What is still sealed with other keys than the first. When it is 0, those keys can be removed. */
  left: number;
};

/**
 * Seals with the first key whatever is sealed with another, a page at a time. Safe beside everything that writes the same
 * columns: a secret that has changed since it was read is left as its writer sealed it.
 */
export async function resealSecrets(options: {
  prisma: PrismaClient;
  sealer: Sealer;
  signal: AbortSignal;
  pageSize?: number;
}): Promise<ResealReport> {
  const { prisma, sealer, signal, pageSize = 500 } = options;
  const counts = { resealed: 0, changed: 0, unreadable: 0 };
  for (const column of Object.values(sealedColumns)) {
    for (let after: string | undefined; ; ) {
      signal.throwIfAborted();
      const page = await findOldSecrets({ prisma, sealer, column }, { after, pageSize });
      for (const secret of page) counts[await resealOne({ prisma, sealer, column }, secret)] += 1;
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
  }
  const old = (await countSealedSecrets(prisma)).filter(({ keyId }) => keyId !== sealer.keyId);
  const { resealed, unreadable } = counts;
  return { resealed, unreadable, left: old.reduce((sum, { secrets }) => sum + secrets, 0) };
}

type Secret = { id: string; sealed: string };

type Place = { prisma: PrismaClient; sealer: Sealer; column: SealedColumn };

function findOldSecrets(
  { prisma, sealer, column }: Place,
  { after, pageSize }: { after: string | undefined; pageSize: number },
): Promise<Secret[]> {
  const { table, name } = sqlNames(column);
  const beyond = after === undefined ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`;
  return prisma.$queryRaw<Secret[]>`
    SELECT id::text, ${name} AS sealed FROM ${table}
    WHERE ${name} IS NOT NULL AND split_part(${name}, '.', 1) <> ${sealer.keyId} ${beyond}
    ORDER BY id LIMIT ${pageSize}`;
}

async function resealOne(
  { prisma, sealer, column }: Place,
  { id, sealed }: Secret,
): Promise<'resealed' | 'changed' | 'unreadable'> {
  const identity = column.identity(id);
  let resealed: string;
  try {
    resealed = sealer.seal(sealer.open(sealed, identity), identity);
  } catch (error) {
    if (error instanceof UnsealError) return 'unreadable';
    throw error;
  }
  const { table, name } = sqlNames(column);
  // One row a statement: it never waits for a lock while it holds another.
  const updated = await prisma.$executeRaw`
    UPDATE ${table} SET ${name} = ${resealed} WHERE id = ${id}::uuid AND ${name} = ${sealed}`;
  return updated === 1 ? 'resealed' : 'changed';
}

/** Counts the secrets of each key, of all tables together. */
export async function countSealedSecrets(prisma: PrismaClient): Promise<SealedCount[]> {
  const texts = Object.values(sealedColumns).map((column) => {
    const { table, name } = sqlNames(column);
    return Prisma.sql`SELECT split_part(${name}, '.', 1) AS key_id FROM ${table} WHERE ${name} IS NOT NULL`;
  });
  return prisma.$queryRaw<SealedCount[]>`
    SELECT key_id AS "keyId", count(*)::int AS secrets
    FROM (${Prisma.join(texts, ' UNION ALL ')}) AS sealed GROUP BY key_id ORDER BY key_id`;
}

/** Names from our own table of columns, never from outside. */
function sqlNames({ table, column }: SealedColumn) {
  return { table: Prisma.raw(`"${table}"`), name: Prisma.raw(`"${column}"`) };
}
