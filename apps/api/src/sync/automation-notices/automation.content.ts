import type { DateReader, MailChoice } from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';
import {
  formatMomentFor,
  listFacts,
  type MailBlock,
  type MailContent,
  type RunMark,
  shortenName,
} from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import { findBatch } from '../../mail/find-notices.ts';

/** What a mail about automations is made from. */
export type Facts = Pick<Noticed, 'automations' | 'reader'> & { origin: string };

/** Defines a mail about a batch: about those automations of which it is still true, if there are any. */
export function defineBatchMail({
  isTrueOf,
  content,
  ...mail
}: {
  choice: MailChoice;
  isTrueOf: (automation: NoticedAutomation) => boolean;
  content: (facts: Facts) => MailContent;
  examples: readonly MailContent[];
}) {
  return defineMail({
    ...mail,
    kind: 'automation',
    ids: ['batchId'],
    write: async ({ db, settings }, { batchId }) => {
      const noticed = await findNoticed(db, { batchId });
      const automations = noticed?.automations.filter(isTrueOf) ?? [];
      if (!noticed || automations.length === 0) return null;
      const { to, userId, reader } = noticed;
      return { to, userId, content: content({ automations, reader, origin: settings.publicOrigin }) };
    },
  });
}

export const because = 'because it is about your automations';

/** Returns where an automation reads and writes, as rows of facts. */
export function listPlaces(automation: NoticedAutomation): [string, string][] {
  const { sourceSheetName, sourceColumnName, sheetName, targetColumnName } = automation;
  const source = [sourceSheetName, sourceColumnName].filter((part) => part !== null);
  return [
    ['Source', source.map((part) => shortenName(part)).join(', ')],
    ['Destination', `${shortenName(sheetName)}, ${shortenName(targetColumnName)}`],
  ];
}

/** Returns rows that say something about each of several automations, and how many more there are. */
export function listRows(
  automations: readonly NoticedAutomation[],
  say: (automation: NoticedAutomation) => string,
): MailBlock {
  return listFacts(automations.map((one) => [shortenName(one.name, 40), say(one)]));
}

const marks = {
  changed: 'good',
  unchanged: 'unchanged',
  waiting_review: 'unchanged',
  failed: 'bad',
} as const;

/** Returns the strip of the last runs, the oldest first. */
export function listRuns({ runs, failingSince }: NoticedAutomation, reader: DateReader): MailBlock[] {
  if (runs.length < 2) return [];
  const strip = runs.map(({ outcome }): RunMark => marks[outcome]).toReversed();
  const since = failingSince ? ` It failed first ${formatMomentFor(reader, failingSince)}.` : '';
  return [
    { kind: 'runs', runs: strip, caption: `The last ${strip.length} runs: ${countMarks(strip)}.${since}` },
  ];
}

const markWords = { good: 'wrote', unchanged: 'changed nothing', bad: 'failed' } as const;

/** Returns what the strip shows in words, for readers of the text version. */
function countMarks(strip: readonly RunMark[]): string {
  const counts = (['good', 'unchanged', 'bad'] as const).map(
    (mark) => [strip.filter((one) => one === mark).length, markWords[mark]] as const,
  );
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

/** Returns the name of the reader's zone, for the end of a mail with times. */
export function formatZone({ timeZone }: DateReader): string {
  return `Times are ${timeZone ?? 'UTC'}.`;
}

/** Returns the button to the page of the only automation, or to all of them. */
export function openButton({ automations, origin }: Facts): MailBlock {
  const [first, ...others] = automations;
  return first && others.length === 0
    ? { kind: 'button', label: 'Open the automation', url: `${origin}/automations/${first.id}` }
    : { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` };
}

/** Returns what an example mail is made from. */
export function toExampleFacts(automations: NoticedAutomation[], reader = exampleReader): Facts {
  return { automations, reader, origin: exampleOrigin };
}

/** An automation of the examples. */
export const exampleAutomation: NoticedAutomation = {
  id: '0193b1f0-0000-7000-8000-000000000318',
  name: 'Clients into Time sheet',
  isActive: true,
  pausedBy: null,
  sourceSheetName: 'Clients',
  sourceColumnName: 'Client name',
  sheetName: 'Time sheet 2026',
  targetColumnName: 'Client',
  lastError: 'The target column is locked. Unlock it in Smartsheet.',
  lastErrorReason: 'target_column_locked',
  lastUpdated: new Date('2026-11-21T12:32:00Z'),
  failingSince: new Date('2026-11-21T12:47:00Z'),
  lastRunAdded: 0,
  lastRunRemoved: 31,
  lastRunOptionCount: 48,
  fillsContacts: false,
  review: { added: 0, removed: 31 },
  maxRemovalPercent: 50,
  maxRenamedRows: 100,
  runs: (['failed', 'failed', 'changed', 'unchanged', 'unchanged', 'changed', 'unchanged'] as const).map(
    (outcome) => ({ outcome }),
  ),
};

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
  fillsContacts: true,
  review: true,
  maxRemovalPercent: true,
  maxRenamedRows: true,
  runs: { select: { outcome: true }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 16 },
} satisfies Prisma.AutomationSelect;

export type NoticedAutomation = Prisma.AutomationGetPayload<{ select: typeof automation }>;

type Noticed = {
  userId: string;
  to: string;
  reader: DateReader;
  automations: NoticedAutomation[];
};

/** Reads the automations of a batch as they are now, with their owner. Null when none is left. */
export async function findNoticed(db: Db, which: Parameters<typeof findBatch>[1]): Promise<Noticed | null> {
  const batch = await findBatch(db, which);
  if (!batch) return null;
  const { user, subjectIds } = batch;
  const automations = await db.automation.findMany({
    where: { id: { in: subjectIds } },
    select: automation,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { userId: user.id, to: user.email, reader: user, automations };
}

/** Returns the automations of a closed batch about which a mail was sent, or may have been sent, or a channel told. */
export async function findReported(
  db: Db,
  { overBatchId, mail }: { overBatchId: string; mail: string },
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT n.subject_id AS id FROM notices n
    JOIN sent_mails m ON m.key = ${`${mail} `} || n.batch_id::text
    WHERE n.over_batch_id = ${overBatchId}::uuid AND m.dropped IS NULL
      AND (m.sent_at IS NOT NULL OR m.tried_at IS NOT NULL)
    UNION
    SELECT n.subject_id FROM notices n
    JOIN channel_notices c ON c.key = ${`${mail} `} || n.batch_id::text
    WHERE n.over_batch_id = ${overBatchId}::uuid AND c.state = 'delivered'`;
  return new Set(rows.map(({ id }) => id));
}
