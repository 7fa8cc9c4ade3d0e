import { counted, formatMomentFor, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import {
  because,
  exampleAutomation,
  formatZone,
  listPlaces,
  listRows,
  toPageUrl,
} from './automation.content.ts';
import { findNoticed, findReported, type Noticed } from './noticed.store.ts';

type Facts = Pick<Noticed, 'automations' | 'reader'> & { origin: string };

function automationRecovered({ automations, reader, origin }: Facts): MailContent {
  const [first] = automations;
  const isOne = first !== undefined && automations.length === 1;
  const works = isOne
    ? `${shortenName(first.name)} works again`
    : `${counted(automations.length, 'automation')} work again`;
  const good = (at: Date | null) => (at ? formatMomentFor(reader, at) : '');
  return {
    subject: works,
    preview: isOne ? 'Its dropdown is in step with its source.' : 'Their dropdowns are in step.',
    title: works,
    blocks: [
      {
        kind: 'text',
        text: isOne
          ? 'Its dropdown is in step with its source again. There is nothing to do.'
          : 'Their dropdowns are in step with their sources again. There is nothing to do.',
      },
      isOne
        ? { kind: 'facts', rows: [...listPlaces(first), ['Last good run', good(first.lastUpdated)]] }
        : listRows(automations, ({ lastUpdated }) => good(lastUpdated)),
      isOne
        ? { kind: 'button', label: 'Open the automation', url: toPageUrl(origin, first.id, 'details') }
        : { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
      { kind: 'note', text: formatZone(reader) },
    ],
    because,
  };
}

/** To the owner of automations that work again, where a mail has said that they did not. */
export const automationRecoveredMail = defineMail({
  kind: 'automation',
  choice: 'automation_failing',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const noticed = await findNoticed(context.db, { overBatchId: batchId });
    if (!noticed) return null;
    const reported = await findReported(context.db, { overBatchId: batchId, mail: 'automation_failing' });
    const automations = noticed.automations.filter(
      ({ id, isActive, lastError }) => reported.has(id) && isActive && lastError === null,
    );
    if (automations.length === 0) return null;
    const content = automationRecovered({ ...noticed, automations, origin: context.settings.publicOrigin });
    return { to: noticed.to, userId: noticed.userId, content };
  },
  examples: [
    automationRecovered({
      automations: [{ ...exampleAutomation, lastError: null, failingSince: null }],
      reader: { ...exampleReader, timeZone: 'America/New_York' },
      origin: exampleOrigin,
    }),
  ],
});
