import { legalLinks } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Menu } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { LiveUpdates } from '../../features/live/lazy-live-updates.tsx';
import { Brand } from '../../ui/brand-mark.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LegalFooter } from '../../ui/legal-footer.tsx';
import { Commands } from '../commands/commands.tsx';
import { Content, SkipLink } from './content.tsx';
import { keepShell } from './known-shell.ts';
import { Sidebar } from './sidebar.tsx';
import { useMenu } from './use-menu.ts';

/** Loaded only when it is opened. */
const SideSheet = lazyPart(async () => (await import('@picksync/ui/side-overlay.tsx')).SideSheet, {
  floats: true,
});

/** The bar on a phone: the logo, and a menu with the content of the sidebar. */
function PhoneBar() {
  const menu = useMenu();
  // Once opened, it stays mounted, so that it can animate when it closes.
  const wasOpen = useRef(false);
  wasOpen.current ||= menu.isOpen;
  return (
    <header className="sticky top-0 z-20 flex items-center min-h-[53px] justify-between border-b border-line bg-surface px-4 md:hidden">
      <Brand />
      <IconButton label="Open menu" aria-expanded={menu.isOpen} onClick={menu.open} className="size-9!">
        <Menu />
      </IconButton>
      {wasOpen.current && (
        <SideSheet open={menu.isOpen} onClose={menu.close} title="Menu" header={<Brand />}>
          <Sidebar />
        </SideSheet>
      )}
    </header>
  );
}

/** Loaded only when it is needed, which is rare. */
const MailProblem = lazyPart(
  async () => (await import('../../features/account/mail-problem.tsx')).MailProblem,
);

type AppShellProps = {
  /** Whether the content takes the width of a large screen: a list does, text that is read does not. */
  isWide?: boolean;
  children: ReactNode;
};

/** The sidebar and the content; on a phone a bar with a sliding menu. */
export function AppShell({ isWide = false, children }: AppShellProps) {
  const { isAuthenticated, mailProblem, user } = useAuthStatus();
  const width = isWide ? 'max-w-[1660px]' : 'max-w-[1240px]';
  return (
    <div className="min-h-dvh bg-canvas md:grid md:grid-cols-[clamp(256px,30vw,16rem)_minmax(0,1fr)]">
      <SkipLink />
      {isAuthenticated && <LiveUpdates />}
      <Commands />
      <PhoneBar />
      <aside
        data-sidebar=""
        className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-e border-line bg-surface max-md:hidden"
      >
        <div className="px-5 pt-5">
          <Brand />
        </div>
        <Sidebar />
      </aside>
      <div className="group/page flex min-w-0 flex-col">
        <Content className={cx('flex-1 pb-12 md:gap-6', width)}>
          {mailProblem && user && <MailProblem problem={mailProblem} email={user.email} />}
          {children}
        </Content>
        {/* What is loaded would push it down: until then it is not seen. */}
        <div className={cx('mx-auto w-full px-4 group-has-[[data-skeleton]]/page:invisible md:px-8', width)}>
          <LegalFooter links={legalLinks} />
        </div>
      </div>
    </div>
  );
}

keepShell(AppShell);
