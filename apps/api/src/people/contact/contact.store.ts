import type { ContactMessage, Db, Tx } from '@picksync/db';

export type NewContactMessage = Pick<ContactMessage, 'userId' | 'email' | 'message' | 'plan' | 'createdAt'>;

/** Stores a message and returns its id. */
export async function insertContactMessage(tx: Tx, message: NewContactMessage): Promise<string> {
  const { id } = await tx.contactMessage.create({ data: message, select: { id: true } });
  return id;
}

export function findContactMessage(
  db: Db,
  id: string,
): Promise<Pick<ContactMessage, 'email' | 'message' | 'plan'> | null> {
  return db.contactMessage.findUnique({ where: { id }, select: { email: true, message: true, plan: true } });
}
