import { securityDetails } from '@picksync/contracts';
import { mailedActions } from '../../base/record-audit.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import { findEventToTell } from './audit.store.ts';
import { isMailed, securityNotice } from './security-notice.content.ts';

/** To the user, about a way into the account that was added, used up or removed. */
export const securityNoticeMail = defineMail({
  kind: 'security',
  ids: ['auditEventId'],
  write: async (context, { auditEventId }) => {
    const event = await findEventToTell(context.db, auditEventId);
    if (!event || !isMailed(event.action)) return null;
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
