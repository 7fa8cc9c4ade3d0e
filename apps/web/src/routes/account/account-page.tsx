import { SettingsSection } from '@picksync/ui/setting-row.tsx';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { AppShell } from '../shell/app-shell.tsx';
import { type AccountTab, accountSections, accountTabs, getTab, tabNames } from './sections.tsx';

function AccountTabs({ current }: { current: AccountTab }) {
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone the tabs may be wider than the screen.
  useEffect(() => {
    link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      aria-label="Account"
      className="sticky top-[53px] z-10 -mx-4 flex gap-1 overflow-x-auto border-b border-line bg-canvas px-2 text-sm short:static md:top-0 md:mx-0 md:px-0"
    >
      {tabNames.map((tab) => (
        <Link
          key={tab}
          to="/account"
          {...(tab !== 'profile' && { search: { section: tab } })}
          {...(tab === current && { ref: link, 'aria-current': 'page' as const })}
          activeOptions={{ exact: true }}
          className="shrink-0 border-b-2 border-transparent px-2.5 py-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {accountTabs[tab]}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls to the section in the address, unless it is the first of its tab. */
function useSectionInView(section: string | undefined): void {
  useEffect(() => {
    if (section) document.getElementById(section)?.scrollIntoView({ block: 'start' });
  }, [section]);
}

/** Everything users can see and change about their own account, in tabs; the address names the tab and the section. */
export function AccountPage() {
  const { section } = useSearch({ strict: false });
  const { user } = useAuthStatus();
  const tab = getTab(section);
  const sections = accountSections.filter((candidate) => candidate.tab === tab);
  const addressed = sections.find(({ key }) => key === section) ?? sections[0];
  useSectionInView(addressed === sections[0] ? undefined : addressed?.key);
  return (
    <AppShell>
      <div className="mx-auto grid w-full max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4">
        <PageHead title="Account" subtitle={user && `You are signed in as ${user.email}.`} />
        <AccountTabs current={tab} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-3">
          {sections.map(({ key, title, about, Body }) => (
            <SettingsSection key={key} id={key} {...{ title, about }} isAddressed={key === addressed?.key}>
              <Body />
            </SettingsSection>
          ))}
        </div>
      </div>
    </AppShell>
  );
}
