import { findNoticed, type NoticedAutomation } from '../modules/notices/noticed.store.ts';
import { because, exampleAutomation, exampleOrigin, pageOf, placesOf, rowsOf } from './automation.content.ts';
import { counted, type MailContent, nameOf } from './content.ts';
import { defineMail } from './define-mail.ts';

type Facts = { automations: NoticedAutomation[]; origin: string };

function reviewNeeded({ automations, origin }: Facts): MailContent {
  const [first] = automations;
  if (first && automations.length === 1) return oneReview(first, origin);
  const need = `${counted(automations.length, 'automation')} need your review`;
  return {
    subject: need,
    preview: 'Nothing is written until you decide.',
    title: need,
    blocks: [
      {
        kind: 'text',
        text: 'They stopped before they wrote. The dropdowns keep all their options until you decide.',
      },
      rowsOf(automations, (one) => {
        const { go, all } = countsOf(one);
        return `${go} of ${counted(all, 'option')} would go`;
      }),
      { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
      { kind: 'note', text: nothingStored },
    ],
    because,
  };
}

const nothingStored =
  'No option is named here, because we store none. The page reads both sheets and shows them.';

function countsOf({ lastRunRemoved, lastRunOptionCount }: NoticedAutomation) {
  const go = lastRunRemoved ?? 0;
  const all = Math.max(lastRunOptionCount ?? 0, go);
  return { go, all, stay: all - go };
}

function oneReview(automation: NoticedAutomation, origin: string): MailContent {
  const { go, all, stay } = countsOf(automation);
  const name = nameOf(automation.name);
  const would = `${go} of ${counted(all, 'option')} would go`;
  return {
    subject: `${would}: please review`,
    preview: `${name} stopped before it wrote.`,
    title: would,
    blocks: [
      {
        kind: 'text',
        text: `${name} stopped before it wrote. The dropdown keeps ${all === 1 ? 'its option' : `all ${all}`} until you decide.`,
      },
      { kind: 'cut', stay, go },
      {
        kind: 'facts',
        rows: [
          ...placesOf(automation),
          [
            'Why it stopped',
            stay === 0 ? 'The dropdown would be empty' : 'Too much would be removed at once',
          ],
        ],
      },
      {
        kind: 'button',
        label: `Review ${counted(go, 'removal')}`,
        url: pageOf(origin, automation.id, 'review'),
      },
      { kind: 'note', text: nothingStored },
    ],
    because,
  };
}

/** To the owner of automations that wait for a person, once while they wait. */
export const reviewNeededMail = defineMail({
  kind: 'automation',
  choice: 'review_needed',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const noticed = await findNoticed(db, { batchId });
    const automations = noticed?.automations.filter(({ review, isActive }) => isActive && review !== null);
    if (!noticed || !automations?.length) return null;
    const content = reviewNeeded({ automations, origin: publicOrigin });
    return { to: noticed.to, userId: noticed.userId, content };
  },
  examples: [
    reviewNeeded({
      automations: [{ ...exampleAutomation, name: 'Projects into Expense report' }],
      origin: exampleOrigin,
    }),
    reviewNeeded({ automations: [exampleAutomation, exampleAutomation], origin: exampleOrigin }),
  ],
});
