import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { attentionQuery } from '../../api/admin.queries.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { Content, SkipLink } from '../shell/content.tsx';
import { type AdminSection, type AdminTab, adminSections, adminTabs } from './sections.ts';

/** A bar with the tabs and what waits in each, the sections of the tab, and the section beneath. */
function AdminShell({ current, children }: { current: AdminSection; children: ReactNode }) {
  const siblings = adminSections.filter(({ tab, isHidden }) => tab === current.tab && !isHidden);
  return (
    <div className="min-h-dvh bg-canvas">
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-line bg-surface short:static">
        <div className="mx-auto grid max-w-[1344px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 px-4 md:px-8 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
          <span className="inline-flex h-12 items-center gap-2.5 text-[0.9375rem] font-bold tracking-[-0.01em]">
            <BrandMark />
            Admin
          </span>
          <Link
            to="/dashboard"
            className="text-sm font-semi whitespace-nowrap text-accent hover:underline lg:order-3"
          >
            Back to Dashboard
          </Link>
          <nav
            aria-label="Admin"
            className="relative flex overflow-x-auto text-sm max-lg:col-span-2 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-2 max-lg:md:-mx-8 max-lg:md:px-6"
          >
            {adminTabs.map((tab) => (
              <TabLink key={tab} tab={tab} isCurrent={tab === current.tab} />
            ))}
          </nav>
        </div>
      </header>
      <Content className="max-w-[1344px] grid-cols-[minmax(0,1fr)] pb-12">
        {siblings.length > 1 && (
          <nav aria-label={current.tab} className="relative -mx-1 flex gap-1 overflow-x-auto p-1 text-sm">
            {siblings.map((section) => (
              <SectionLink
                key={section.key}
                section={section}
                counted={[section]}
                isCurrent={section === current}
                className="rounded-full px-3 py-1 aria-[current=page]:bg-sunken"
              >
                {section.label}
              </SectionLink>
            ))}
          </nav>
        )}
        {children}
      </Content>
    </div>
  );
}

/** Leads to the first section of a tab, with what waits in all of them. */
function TabLink({ tab, isCurrent }: { tab: AdminTab; isCurrent: boolean }) {
  const sections = adminSections.filter((section) => section.tab === tab);
  const [first] = sections;
  if (!first) return null;
  return (
    <SectionLink
      section={first}
      counted={sections}
      isCurrent={isCurrent}
      className="border-b-2 border-transparent px-2.5 pt-3 pb-2.5 aria-[current=page]:border-accent"
    >
      {tab}
    </SectionLink>
  );
}

type SectionLinkProps = {
  section: AdminSection;
  /** Those whose waiting entries are shown beside the name. */
  counted: AdminSection[];
  isCurrent: boolean;
  className: string;
  children: string;
};

function SectionLink({ section, counted, isCurrent, className, children }: SectionLinkProps) {
  const { data: waiting } = useQuery(attentionQuery);
  const link = useRef<HTMLAnchorElement>(null);
  const isCounted = waiting !== undefined;
  // On a phone they are wider than the screen, and wider again with the numbers beside them.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [isCurrent, isCounted]);
  const kinds = counted.flatMap(({ waiting: kind }) => kind ?? []);
  return (
    <Link
      ref={link}
      {...(section.key === 'now'
        ? { to: '/admin' as const }
        : { to: '/admin/$section' as const, params: { section: section.key } })}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      activeOptions={{ exact: true, includeSearch: false }}
      className={`shrink-0 font-medium whitespace-nowrap text-ink-2 -outline-offset-2! hover:text-ink aria-[current=page]:text-ink ${className}`}
    >
      {children}
      <Count
        count={kinds.reduce((sum, kind) => sum + (waiting?.[kind] ?? 0), 0)}
        className="font-semi text-bad"
        what={kinds.every((kind) => kind === 'inbox') ? 'unread' : 'to look at'}
      />
      {/* Only beside its own name: in a tab it would seem to wait for somebody. */}
      {section.listed && counted.length === 1 && (
        <Count count={waiting?.[section.listed] ?? 0} className="font-normal text-ink-3" />
      )}
    </Link>
  );
}

/** A number of entries beside a name; draws nothing for none. */
function Count({ count, className, what }: { count: number; className: string; what?: string }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <b className={`ms-1 ${className}`}>
        {count > 999 ? '999+' : count}
        {what && <span className="sr-only">{` ${what}`}</span>}
      </b>
    </>
  );
}

/** The owner's side: one section of it, which the address names. */
export function AdminPage() {
  const { section = 'now' } = useParams({ strict: false });
  const found = adminSections.find(({ key }) => key === section);
  if (!found) return <NotFoundPage />;
  return (
    <AdminShell current={found}>
      <found.Body key={found.key} />
    </AdminShell>
  );
}
