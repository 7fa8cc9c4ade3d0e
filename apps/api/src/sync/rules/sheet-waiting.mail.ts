import { pluralize } from '@picksync/contracts';
import { type Allowed, readEntitlements } from '../../base/read-entitlements.ts';
import { listFacts, type MailBlock, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findBatch } from '../../mail/find-notices.ts';
import { because } from '../automation-notices/automation.content.ts';
import { formatUse } from './rule-view.ts';

/** A sheet as the mail tells of it. */
type WaitingSheet = {
  ruleId: string;
  sheetName: string;
  state: string;
  placeName: string;
  columnTitle: string;
};

type Facts = { sheets: readonly WaitingSheet[]; allowed: Pick<Allowed, 'total' | 'limit'>; origin: string };

function sheetWaiting(facts: Facts): MailContent {
  const { sheets } = facts;
  const [first] = sheets;
  const places = [...new Set(sheets.map(({ placeName }) => shortenName(placeName, 40)))];
  const place = places.length === 1 ? ` in ${places[0]}` : '';
  const isOne = first !== undefined && sheets.length === 1;
  const what = isOne ? 'A new sheet' : pluralize(sheets.length, 'new sheet');
  return {
    subject: `${what}${place} ${isOne ? 'waits' : 'wait'} for you`,
    preview: 'Nothing was changed.',
    title: `${what} ${isOne ? 'waits' : 'wait'} for you`,
    blocks: [
      ...(isOne
        ? ([{ kind: 'text', text: describe(first, facts) }] as const)
        : ([
            { kind: 'text', text: 'Nothing was changed in them.' },
            listFacts(sheets.map((sheet) => [shortenName(sheet.sheetName, 40), describeShort(sheet, facts)])),
          ] as const)),
      openButton(facts),
      { kind: 'note', text: 'The other sheets go on.' },
    ],
    because,
  };
}

/** Returns the button to the page of the only rule, where a sheet is decided on, or to the list of all. */
function openButton({ sheets, origin }: Facts): MailBlock {
  const [ruleId, ...others] = new Set(sheets.map((sheet) => sheet.ruleId));
  return ruleId !== undefined && others.length === 0
    ? { kind: 'button', label: 'Open the rule', url: `${origin}/rules/${ruleId}` }
    : { kind: 'button', label: 'Open the configurations', url: `${origin}/configurations` };
}

function describe({ sheetName, placeName, columnTitle, state }: WaitingSheet, { allowed }: Facts): string {
  const [sheet, place, column] = [sheetName, placeName, columnTitle].map((name) => shortenName(name));
  const isNew = `${sheet} is new in ${place}.`;
  if (state === 'asks')
    return `${isNew} You want to be asked before its column ${column} is filled. Nothing was changed.`;
  if (state === 'choose')
    return `${isNew} It has several columns called ${column}: choose the one to fill. Nothing was changed.`;
  return `${isNew} ${formatUse(allowed)} configurations are used, so its column ${column} is not filled. It is taken up when one becomes free.`;
}

function describeShort({ state }: WaitingSheet, { allowed }: Facts): string {
  if (state === 'asks') return 'Waits for your word';
  if (state === 'choose') return 'Waits for your choice of a column';
  return `Waits for room: ${formatUse(allowed)} are used`;
}

const exampleSheet = {
  ruleId: '0198c0de-0000-7000-8000-000000000001',
  sheetName: 'Calloway archive',
  placeName: 'Client projects',
  columnTitle: 'Client',
};

function example(...states: string[]): MailContent {
  const sheets = states.map((state) => ({ ...exampleSheet, state }));
  return sheetWaiting({ sheets, allowed: { total: 100, limit: 100 }, origin: exampleOrigin });
}

/** To the owner of rules for which new sheets wait, once while they wait. */
export const sheetWaitingMail = defineMail({
  kind: 'automation',
  choice: 'review_needed',
  ids: ['batchId'],
  write: async ({ db, now, settings }, { batchId }) => {
    const batch = await findBatch(db, { batchId });
    if (!batch) return null;
    const rows = await db.ruleMatch.findMany({
      where: { id: { in: batch.subjectIds }, isExcluded: false, state: { in: ['asks', 'choose', 'waits'] } },
      include: { rule: { select: { placeName: true, columnTitle: true, isActive: true } } },
      orderBy: { sheetName: 'asc' },
    });
    const sheets = rows.flatMap(({ rule, ...row }) => (rule.isActive ? [{ ...row, ...rule }] : []));
    if (sheets.length === 0) return null;
    const allowed = await readEntitlements(db, { userId: batch.user.id, now: now() });
    const content = sheetWaiting({ sheets, allowed, origin: settings.publicOrigin });
    return { to: batch.user.email, userId: batch.user.id, content };
  },
  examples: [example('asks'), example('choose'), example('waits'), example('asks', 'waits', 'waits')],
});
