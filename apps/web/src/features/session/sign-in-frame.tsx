import { Button } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Brand } from '../../ui/brand-mark.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Sentence } from '../../ui/sentence.tsx';

/** The page around every screen of signing in: the logo, a card, and a link back. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-canvas">
      <header className="px-4 py-4 md:px-8">
        <Link to="/" aria-label="Picksync, to the start page" className="inline-block rounded-sm">
          <Brand />
        </Link>
      </header>
      <main className="grid items-start justify-items-center px-4 pt-[4vh] pb-12 md:pt-[9vh]">
        <div className="grid w-full max-w-[400px] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
          {children}
        </div>
      </main>
    </div>
  );
}

type SignInTitleProps = {
  title: string;
  /** Whether the step replaced another one that had the focus. */
  takesFocus?: boolean;
  children?: ReactNode;
};

export function SignInTitle({ title, takesFocus = false, children }: SignInTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid gap-1">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-[-0.014em] outline-none">
        {title}
      </h1>
      {children && <p className="text-sm text-ink-2">{children}</p>}
    </div>
  );
}

/** An address in the text under a title. */
export function Address({ children }: { children: string }) {
  return <span className="font-medium break-words text-ink">{children}</span>;
}

/** The secondary buttons below a form of signing in. */
export function SignInEnds({ children }: { children: ReactNode }) {
  return <div className="-mx-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1">{children}</div>;
}

export function EndButton(props: ComponentProps<typeof Button>) {
  return <Button variant="quiet" size="sm" {...props} />;
}

/** Where the code that is asked for was sent; the address is empty where it is not known. */
export function SentTo({ email }: { email: string }) {
  if (!email) return 'Enter the code from the mail we sent.';
  return (
    <Sentence
      text={`Enter the code from the mail we sent to <address>${email}</address>.`}
      parts={{ address: (words) => <Address>{words}</Address> }}
    />
  );
}
