import type { Db, SavedView, Tx } from '@picksync/db';

/** Returns a person's views, the oldest first. */
export async function findSavedViews(db: Db, userId: string): Promise<SavedView[]> {
  return db.savedView.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** Returns whether another view of a person has a name, in whatever letters, and however its accents are written. */
export async function isViewNameTaken(
  tx: Tx,
  { userId, name, except }: { userId: string; name: string; except?: string },
): Promise<boolean> {
  const rows = await tx.savedView.findMany({ where: { userId }, select: { id: true, name: true } });
  const toSeen = (text: string) => text.normalize('NFC').toLowerCase();
  return rows.some((row) => row.id !== except && toSeen(row.name) === toSeen(name));
}

/** Lets the list open as usual again. */
export async function clearDefaultView(tx: Tx, userId: string): Promise<void> {
  await tx.savedView.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
}
