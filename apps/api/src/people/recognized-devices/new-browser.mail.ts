import type { DateReader } from '@picksync/contracts';
import { formatZonedMomentFor, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import { toDevice } from './device.ts';

type Facts = { device: string; network: string | null; at: Date; reader: DateReader; origin: string };

function newBrowser({ device, network, at, reader, origin }: Facts): MailContent {
  return {
    subject: 'A new sign-in to your Picksync account',
    preview: `${device}. If it was you, there is nothing to do.`,
    title: 'Was this you?',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody signed in to your account in a browser that we have not seen before. If it was you, there is nothing to do.',
      },
      {
        kind: 'facts',
        rows: [
          ['Browser', device],
          ['When', formatZonedMomentFor(reader, at)],
          ...(network ? [['From', network] as const] : []),
        ],
      },
      { kind: 'button', label: 'See where you are signed in', url: `${origin}/settings#sessions` },
      {
        kind: 'note',
        text: 'If it was not you, choose another password at once and end that session in your settings, under Security.',
      },
    ],
    because: 'because it is about the security of your account',
  };
}

/** To the user, about a sign-in from a browser that is new to the account. */
export const newBrowserMail = defineMail({
  kind: 'security',
  ids: ['recognizedDeviceId'],
  write: async (context, { recognizedDeviceId }) => {
    const browser = await context.db.recognizedDevice.findUnique({
      where: { id: recognizedDeviceId },
      include: { user: { select: { id: true, email: true, timeZone: true, clock: true, dateOrder: true } } },
    });
    if (!browser) return null;
    const { user, userAgent, ipAddress: network, createdAt: at } = browser;
    const { device } = toDevice(userAgent);
    const facts = { device, network, at, reader: user, origin: context.settings.publicOrigin };
    return { to: user.email, userId: user.id, content: newBrowser(facts) };
  },
  examples: [
    newBrowser({
      device: 'Firefox on Windows',
      network: '198.51.100.x',
      at: new Date('2026-11-21T12:32:00Z'),
      reader: exampleReader,
      origin: exampleOrigin,
    }),
  ],
});
