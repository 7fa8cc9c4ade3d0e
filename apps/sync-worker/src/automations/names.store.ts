import type { Prisma, RenameIntent, Tx } from '@picksync/db';

/** What is recorded before names are changed, and of those of which cells keep the old one. */
export type NewRenameIntent = Omit<Prisma.RenameIntentUncheckedCreateInput, 'automationId' | 'pairs'> & {
  /** Keyed hashes of both names, and ids of rows. */
  pairs: readonly IntendedRename[];
};

/** What the intent of a rename says of the list once only cells are left to be changed. */
export const listAtRest = { fingerprint: '', added: 0, removed: 0, copyId: null };

/** Returns what is recorded of renames of which only cells are left, so many of them locked; null where none is left. */
export function toIntentAtRest(pairs: readonly IntendedRename[], locked: number): NewRenameIntent | null {
  if (pairs.length === 0) return null;
  return { ...listAtRest, pairs, cells: locked, cellsRenamed: 0, cellsLocked: locked };
}

/** Returns whether only cells are left of what an earlier run has begun to rename. */
export function isAtRest(intent: RenameIntent | null): boolean {
  return intent?.fingerprint === listAtRest.fingerprint;
}

/** Returns whether renames are under way whose list with both names is another than that of this fingerprint. */
export function hasOtherList(
  intent: RenameIntent | null,
  fingerprint: string | null,
): intent is RenameIntent {
  return intent !== null && !isAtRest(intent) && intent.fingerprint !== fingerprint;
}

export type IntendedRename = {
  from: string;
  to: string;
  isKept?: boolean | undefined;
  onlyRows?: readonly string[] | undefined;
  refused?: { at: string; rows: readonly string[] } | undefined;
};

/** How names stand after a run. What is undefined stays as it is. */
export type NamesAfter = {
  /** Null where there are more than are remembered. */
  names?: Readonly<Record<string, string>> | null | undefined;
  /** Null where nothing is left to be renamed. */
  intent?: NewRenameIntent | null | undefined;
  /** Whether a question about names is open. Names that are remembered anew close it. */
  isAsked?: boolean | undefined;
};

/** Records in a transaction how names stand. */
export async function saveNames(
  tx: Tx,
  automationId: string,
  { names, intent, isAsked }: NamesAfter,
): Promise<void> {
  const where = { automationId };
  if (names === null) await tx.sourceNames.deleteMany({ where });
  else if (names !== undefined) {
    const data = { names, isAsked: false };
    await tx.sourceNames.upsert({ where, create: { automationId, ...data }, update: data });
  } else if (isAsked !== undefined) await tx.sourceNames.updateMany({ where, data: { isAsked } });
  if (intent === null) await tx.renameIntent.deleteMany({ where });
  else if (intent !== undefined) {
    const data = { ...intent, pairs: intent.pairs as Prisma.InputJsonArray };
    await tx.renameIntent.upsert({ where, create: { automationId, ...data }, update: data });
  }
}
