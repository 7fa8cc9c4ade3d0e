import type { DateReader } from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';

const automation = {
  id: true,
  name: true,
  isActive: true,
  pausedBy: true,
  sourceSheetName: true,
  sourceColumnName: true,
  sheetName: true,
  targetColumnName: true,
  lastError: true,
  lastErrorReason: true,
  lastUpdated: true,
  failingSince: true,
  lastRunAdded: true,
  lastRunRemoved: true,
  lastRunOptionCount: true,
  review: true,
  maxRemovalPercent: true,
  runs: { select: { outcome: true }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 16 },
} satisfies Prisma.AutomationSelect;

export type NoticedAutomation = Prisma.AutomationGetPayload<{ select: typeof automation }>;

export type Noticed = {
  userId: string;
  to: string;
  reader: DateReader;
  automations: NoticedAutomation[];
};

type Which = { batchId: string } | { overBatchId: string };

/** Reads the automations of a batch as they are now, with their owner. Null when none is left. */
export async function findNoticed(db: Db, which: Which): Promise<Noticed | null> {
  const notices = await db.notice.findMany({
    where: which,
    select: {
      subjectId: true,
      user: { select: { id: true, email: true, timeZone: true, clock: true, dateOrder: true } },
    },
  });
  const user = notices[0]?.user;
  if (!user) return null;
  const automations = await db.automation.findMany({
    where: { id: { in: notices.map(({ subjectId }) => subjectId) } },
    select: automation,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { userId: user.id, to: user.email, reader: user, automations };
}

/** Returns the automations of a closed batch about which a mail was sent, or may have been sent. */
export async function findReported(
  db: Db,
  { overBatchId, mail }: { overBatchId: string; mail: string },
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT n.subject_id AS id FROM notices n
    JOIN sent_mails m ON m.key = ${`${mail} `} || n.batch_id::text
    WHERE n.over_batch_id = ${overBatchId}::uuid AND m.dropped IS NULL
      AND (m.sent_at IS NOT NULL OR m.tried_at IS NOT NULL)`;
  return new Set(rows.map(({ id }) => id));
}
