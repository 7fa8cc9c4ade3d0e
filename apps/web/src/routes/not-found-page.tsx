import { legalLinks } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { Brand } from '../ui/brand-mark.tsx';
import { LegalFooter } from '../ui/legal-footer.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Sentence } from '../ui/sentence.tsx';
import { nearestPage } from './nearest-page.ts';

/** A longer address is cut off: what was misspelled is at its beginning. */
const mostLetters = 60;

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  // Whoever is not known yet sees what a visitor sees.
  const { data: status } = useQuery(authStatusQuery);
  const isSignedIn = status?.isAuthenticated === true;
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] bg-canvas px-4 md:px-8">
      <main className="grid content-center justify-items-center gap-6 py-8 text-center">
        <Brand />
        <div className="grid justify-items-center gap-1.5">
          <h1 className="text-2xl font-bold tracking-[-0.02em]">404 Page Not Found</h1>
          <p>Did you forget to add the page to the router?</p>
          <p className="max-w-[60ch] text-pretty text-ink-2">
            <WhatIsNot isSignedIn={isSignedIn} />
          </p>
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          {isSignedIn ? (
            <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
              Go to Dashboard
            </Link>
          ) : (
            <>
              <Link to="/" className={buttonClass({ variant: 'primary' })}>
                Go to the start page
              </Link>
              <Link to="/login" className={buttonClass()}>
                Login
              </Link>
            </>
          )}
        </div>
      </main>
      <LegalFooter links={legalLinks} />
    </div>
  );
}

/** Says which address has no page, and which page was probably meant. */
function WhatIsNot({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation();
  const nearest = nearestPage(pathname, { isSignedIn });
  const shown = pathname.length > mostLetters ? `${pathname.slice(0, mostLetters)}…` : pathname;
  return (
    <Sentence
      text={
        nearest
          ? `There is no page at <address>this address</address>. Did you mean <nearest>${nearest.name}</nearest>?`
          : 'There is no page at <address>this address</address>.'
      }
      parts={{
        address: () => (
          <bdi className="font-semi text-ink [overflow-wrap:anywhere]" dir="ltr">
            {shown}
          </bdi>
        ),
        nearest: (name) =>
          nearest && (
            <Link {...nearest.link} className="font-semi text-accent underline underline-offset-2">
              {name}
            </Link>
          ),
      }}
    />
  );
}
