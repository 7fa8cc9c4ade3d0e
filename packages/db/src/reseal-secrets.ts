import { Prisma, type PrismaClient } from './generated/client.ts';
import { type Sealer, UnsealError } from './sealed.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

/** How many secrets are sealed with which key. */
export type SealedCount = { keyId: string; secrets: number };

export type ResealReport = {
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
export async function resealSecrets(
  { signal, pageSize = 500 }: { signal: AbortSignal; pageSize?: number },
  deps: { prisma: PrismaClient; sealer: Sealer },
): Promise<ResealReport> {
  let [resealed, unreadable] = [0, 0];
  for (const column of Object.values(sealedColumns)) {
    for (let after: string | undefined; ; ) {
      signal.throwIfAborted();
      const page = await findOldSecrets({ column, after, pageSize }, deps);
      for (const secret of page) {
        const outcome = await resealOne({ column, ...secret }, deps);
        if (outcome === 'resealed') resealed += 1;
        if (outcome === 'unreadable') unreadable += 1;
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
  }
  const counts = await countSealedSecrets(deps.prisma);
  const old = counts.filter(({ keyId }) => keyId !== deps.sealer.keyId);
  return { resealed, unreadable, left: old.reduce((sum, { secrets }) => sum + secrets, 0) };
}

type Secret = { id: string; sealed: string };

function findOldSecrets(
  page: { column: SealedColumn; after: string | undefined; pageSize: number },
  { prisma, sealer }: { prisma: PrismaClient; sealer: Sealer },
): Promise<Secret[]> {
  const { table, name } = sqlNames(page.column);
  const beyond = page.after === undefined ? Prisma.empty : Prisma.sql`AND id > ${page.after}::uuid`;
  return prisma.$queryRaw<Secret[]>`
    SELECT id::text, ${name} AS sealed FROM ${table}
    WHERE ${name} IS NOT NULL AND split_part(${name}, '.', 1) <> ${sealer.keyId} ${beyond}
    ORDER BY id LIMIT ${page.pageSize}`;
}

async function resealOne(
  { column, id, sealed }: Secret & { column: SealedColumn },
  { prisma, sealer }: { prisma: PrismaClient; sealer: Sealer },
): Promise<'resealed' | 'changed' | 'unreadable'> {
  const identity = column.identity(id);
  let anew: string;
  try {
    anew = sealer.seal(sealer.open(sealed, identity), identity);
  } catch (error) {
    if (error instanceof UnsealError) return 'unreadable';
    throw error;
  }
  const { table, name } = sqlNames(column);
  // One row a statement: it never waits for a lock while it holds another.
  const updated = await prisma.$executeRaw`
    UPDATE ${table} SET ${name} = ${anew} WHERE id = ${id}::uuid AND ${name} = ${sealed}`;
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
  return {
    table: Prisma.raw(`"${table}"`),
    name: Prisma.raw(`"${column}"`),
  };
}
