import type { Db } from '@picksync/db';

/** Reads what a user has chosen, as it is stored: only what differs from the default has to be there. */
export async function findChoices(
  db: Db,
  userId: string,
): Promise<{ email: string; stored: unknown } | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, notifications: true },
  });
  return user && { email: user.email, stored: user.notifications };
}

/** Adds choices to those that are stored, in one statement: two switches at the same moment both count. */
export async function saveChoices(
  db: Db,
  { userId, choices }: { userId: string; choices: Record<string, boolean> },
): Promise<void> {
  await db.$executeRaw`
    UPDATE users SET notifications = notifications || ${JSON.stringify(choices)}::jsonb, updated_at = now()
    WHERE id = ${userId}::uuid`;
}
