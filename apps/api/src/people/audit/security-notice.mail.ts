import {
  type DateReader,
  type SecurityDetails,
  type SignInProvider,
  securityDetails,
  signInProviderNames,
} from '@picksync/contracts';
import { type MailedAction, mailedActions } from '../../base/record-audit.ts';
import { formatZonedMomentFor, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';

type Notice = { title: string; text: string; advice: string };

const remove = 'If it was not you, remove it under Security and choose another password.';

/** The mails about events of the security activity, and what to do about each. */
const notices: Record<MailedAction, Notice> = {
  two_factor_enabled: {
    title: 'Two-factor sign-in was switched on',
    text: 'From now on a code of an app is asked for after the password. Keep the recovery codes where you find them without your phone.',
    advice: 'If it was not you, choose another password at once and write to us: we help you to get back in.',
  },
  two_factor_disabled: {
    title: 'Two-factor sign-in was switched off',
    text: 'From now on the password alone opens your account. The recovery codes are void.',
    advice: 'If it was not you, choose another password and switch it on again.',
  },
  second_factor_refused: {
    title: 'A wrong code was given for your account',
    text: 'Somebody got as far as your second factor and gave a wrong code. Whoever gets there knows your password, or uses a sign-in or a browser of yours.',
    advice:
      'If you mistyped it yourself, there is nothing to do. If it was not you, choose another password now and end the other sessions: your second factor has kept them out. While they keep trying, you get in where you have logged in before, with a recovery code or with a passkey.',
  },
  recovery_code_used: {
    title: 'A recovery code was used',
    text: 'Somebody, probably you, confirmed with a recovery code instead of the app. The code no longer works.',
    advice: 'If it was not you, choose another password and make new recovery codes under Security.',
  },
  recovery_codes_renewed: {
    title: 'New recovery codes were made',
    text: 'The recovery codes from before are void. Only the new ones work.',
    advice: 'If it was not you, choose another password and make new recovery codes under Security.',
  },
  passkey_added: {
    title: 'A passkey was added',
    text: 'It opens your account without the password.',
    advice: remove,
  },
  passkey_removed: {
    title: 'A passkey was removed',
    text: 'It no longer opens your account.',
    advice: 'If it was not you, choose another password and look through what else is under Security.',
  },
  api_key_created: {
    title: 'An API key was created',
    text: 'A program that has it can read your automations, and change them if it may write.',
    advice: 'If it was not you, revoke it under API keys and choose another password.',
  },
  sign_in_linked: {
    title: 'A sign-in provider was linked',
    text: 'Anyone who is signed in there can log in to your account.',
    advice: remove,
  },
  sign_in_unlinked: {
    title: 'A sign-in provider was unlinked',
    text: 'It no longer opens your account.',
    advice: 'If it was not you, choose another password and look through what else is under Security.',
  },
};

function isMailed(action: string): action is MailedAction {
  return Object.hasOwn(notices, action);
}

type NoticeFacts = {
  action: MailedAction;
  details: SecurityDetails;
  network: string | null;
  at: Date;
  reader: DateReader;
  origin: string;
};

/** Writes the mail about an event of the security activity. */
function securityNotice(facts: NoticeFacts): MailContent {
  const { title, text, advice } = notices[facts.action];
  return {
    subject: `${title} – Picksync`,
    preview: advice,
    title,
    blocks: [
      { kind: 'text', text },
      { kind: 'facts', rows: listRows(facts) },
      { kind: 'button', label: 'Open settings', url: `${facts.origin}/settings#security` },
      { kind: 'note', text: advice },
    ],
    because: 'because it is about the security of your account',
  };
}

function listRows({ details: { name, method }, network, at, reader }: NoticeFacts): [string, string][] {
  const provider = method && isProvider(method) ? signInProviderNames[method] : undefined;
  const rows: [string, string | null | undefined][] = [
    ['Name', name && shortenName(name)],
    ['Provider', provider],
    ['When', formatZonedMomentFor(reader, at)],
    ['From', network],
  ];
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

function isProvider(method: string): method is SignInProvider {
  return Object.hasOwn(signInProviderNames, method);
}

/** To the user, about a way into the account that was added, used up or removed. */
export const securityNoticeMail = defineMail({
  kind: 'security',
  ids: ['auditEventId'],
  write: async (context, { auditEventId }) => {
    const event = await context.db.auditEvent.findUnique({
      where: { id: auditEventId },
      include: { user: { select: { id: true, email: true, timeZone: true, clock: true, dateOrder: true } } },
    });
    if (!event?.user || !isMailed(event.action)) return null;
    const { action, network, at, user } = event;
    const details = securityDetails.safeParse(event.details).data ?? {};
    const facts = { action, details, network, at, reader: user, origin: context.settings.publicOrigin };
    return { to: user.email, userId: user.id, content: securityNotice(facts) };
  },
  examples: mailedActions.map((action) =>
    securityNotice({
      action,
      details: {
        ...(/passkey|api_key/.test(action) && { name: 'The laptop of Olivia' }),
        ...(action.startsWith('sign_in') && { method: 'google' }),
      },
      network: '198.51.100.x',
      at: new Date('2026-11-21T12:32:00Z'),
      reader: exampleReader,
      origin: exampleOrigin,
    }),
  ),
});
