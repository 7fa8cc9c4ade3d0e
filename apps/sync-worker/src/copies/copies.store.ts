import { copiesKept } from '@picksync/contracts/sync';
import type { ListCopy, PrismaClient } from '@picksync/db';

/** Returns the copies of an automation with which no run was recorded: a run died, or could not write. */
export function findUnusedCopies(prisma: PrismaClient, automationId: string): Promise<ListCopy[]> {
  return prisma.listCopy.findMany({
    where: { automationId, runAt: null, lostAs: null },
    orderBy: { at: 'asc' },
  });
}

/**
 * Returns the copies of an automation that newer ones have made superfluous, but for the one that is being put back: until that
 * is done, nothing else holds its list.
 */
export async function findSurplusCopies(prisma: PrismaClient, automationId: string): Promise<ListCopy[]> {
  const pending = await prisma.listRestore.findFirst({ where: { automationId, endedAt: null } });
  const surplus = await prisma.listCopy.findMany({
    where: { automationId, lostAs: null, attachmentId: { not: null } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    skip: copiesKept,
  });
  return surplus.filter(({ id }) => id !== pending?.copyId);
}

/** Returns which of these attachments are known copies. */
export async function findKnownAttachments(
  prisma: PrismaClient,
  attachmentIds: string[],
): Promise<Set<string>> {
  const found = await prisma.listCopy.findMany({
    where: { attachmentId: { in: attachmentIds } },
    select: { attachmentId: true },
  });
  return new Set(found.flatMap(({ attachmentId }) => attachmentId ?? []));
}

/** Returns the time zone that the user of an automation has chosen. */
export async function readTimeZone(prisma: PrismaClient, userId: string): Promise<string> {
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { timeZone: true } });
  return user?.timeZone ?? 'UTC';
}
