import { buttonClass } from '@picksync/ui/button.tsx';
import { Link, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmailChangePanel, UnsubscribePanel } from '../features/account/mail-links/mail-link-panels.tsx';
import { openedToken } from '../features/session/mail-link.ts';
import { SignInFrame, SignInTitle } from '../features/session/sign-in-frame.tsx';

/** A token that is never valid, so that a page without one says that its link is not valid. */
const noToken = '-';

function useToken(): string {
  const { token } = useSearch({ strict: false });
  return typeof token === 'string' && token !== '' ? token : noToken;
}

function UnsubscribePage() {
  return (
    <SignInFrame>
      <SignInTitle title="Stop these mails?" />
      <UnsubscribePanel token={useToken()} />
    </SignInFrame>
  );
}

function EmailChangePage() {
  const navigate = useNavigate();
  return (
    <SignInFrame>
      <SignInTitle title="Change of your email address" />
      <EmailChangePanel
        token={openedToken('email-change') ?? noToken}
        onPassword={(token) => void navigate({ to: '/reset-password', search: { token }, replace: true })}
      />
    </SignInFrame>
  );
}

/** The last page of an account. */
function GoodbyePage() {
  return (
    <SignInFrame>
      <SignInTitle title="Your account is deleted">
        Your automations and settings are gone, and so is our access to Smartsheet. Your sheets and dropdowns
        stay as they are. A last mail confirms it.
      </SignInTitle>
      <Link to="/" className={buttonClass({ size: 'lg' })}>
        Go to the start page
      </Link>
    </SignInFrame>
  );
}

const pages: Record<string, () => ReactNode> = {
  '/unsubscribe': UnsubscribePage,
  '/email-change': EmailChangePage,
};

/**
 * The pages about an account that need no session. They share a file, because every file adds to the first load of
 * every page.
 */
export function MailLinkPage() {
  // The route's own: the address is ahead of it while the next page is loading.
  const { pathname } = useMatch({ strict: false });
  const Page = pages[pathname] ?? GoodbyePage;
  return <Page />;
}
