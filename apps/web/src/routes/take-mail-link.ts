import { redirect } from '@tanstack/react-router';
import { keepMailLink, mailLinkIn } from '../features/session/mail-link.ts';
import { keptWayOn } from '../features/session/way-on.ts';

type LinkSearch = { token?: unknown; action?: unknown; redirect?: string };

/** Removes the token of a mail's link from the address before anything is shown, and opens the page that needs it. */
export function takeMailLink({ token, action, redirect: goOn = keptWayOn() }: LinkSearch): void {
  const link = mailLinkIn({ token, action });
  if (!link) return;
  keepMailLink(link);
  if (link.action === 'reset') throw redirect({ to: '/reset-password', replace: true });
  throw redirect({
    to: '/login',
    search: { mode: 'verify', ...(goOn && { redirect: goOn }) },
    replace: true,
  });
}
