import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { attentionQuery } from '../../api/admin.queries.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { Content, SkipLink } from '../shell/content.tsx';
import { type AdminSection, adminSections } from './sections.ts';

/** A bar with every section and what waits in it, and the section beneath; on a phone the sections scroll sideways. */
function AdminShell({ current, children }: { current: string; children: ReactNode }) {
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
          <Sections current={current} />
        </div>
      </header>
      <Content className="max-w-[1344px] grid-cols-[minmax(0,1fr)] pb-12">{children}</Content>
    </div>
  );
}

function Sections({ current }: { current: string }) {
  const { data: waiting } = useQuery(attentionQuery);
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone the sections are wider than the screen.
  useEffect(() => {
    if (current) link.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      aria-label="Admin"
      className="relative flex overflow-x-auto text-sm max-lg:col-span-2 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-2 max-lg:md:-mx-8 max-lg:md:px-6"
    >
      {adminSections.map((section) => (
        <Link
          key={section.key}
          {...(section.key === 'overview'
            ? { to: '/admin' as const }
            : { to: '/admin/$section' as const, params: { section: section.key } })}
          {...(section.key === current && { ref: link, 'aria-current': 'page' as const })}
          activeOptions={{ exact: true, includeSearch: false }}
          className="shrink-0 border-b-2 border-transparent px-2 pt-3 pb-2.5 font-medium whitespace-nowrap text-ink-2 -outline-offset-2! hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {section.label}
          <Waiting section={section} count={section.waiting && waiting?.[section.waiting]} />
        </Link>
      ))}
    </nav>
  );
}

/** The number of waiting entries of a section; draws nothing for none. */
function Waiting({ section, count }: { section: AdminSection; count: number | undefined }) {
  if (!count) return null;
  return (
    <>
      {' '}
      <b className="ml-1 font-semi text-bad">
        {count > 999 ? '999+' : count}
        <span className="sr-only">{section.waiting === 'inbox' ? ' unread' : ' to look at'}</span>
      </b>
    </>
  );
}

/** The owner's side: one section of it, which the address names. */
export function AdminPage() {
  const { section = 'overview' } = useParams({ strict: false });
  const found = adminSections.find(({ key }) => key === section);
  if (!found) return <NotFoundPage />;
  return (
    <AdminShell current={found.key}>
      <found.Body key={found.key} />
    </AdminShell>
  );
}
