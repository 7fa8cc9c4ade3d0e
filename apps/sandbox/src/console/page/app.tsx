import { IconButton } from '@picksync/ui/icon-button.tsx';
import { SideSheet } from '@picksync/ui/side-overlay.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  ChartNoAxesColumn,
  CreditCard,
  Inbox,
  type LucideIcon,
  Menu,
  MessageSquare,
  RotateCcw,
  Rows3,
  Table2,
  Zap,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from './call.ts';
import { CallsPage } from './calls/calls-page.tsx';
import { ChannelsPage } from './channels/channels-page.tsx';
import { AskButton } from './dialogs.tsx';
import { FaultsPage } from './faults/faults-page.tsx';
import { InboxPage } from './inbox/inbox-page.tsx';
import { PageBoundary } from './page-frame.tsx';
import { PaymentsPage } from './payments/payments-page.tsx';
import { mailsQuery } from './queries.ts';
import { ReportPage } from './reports/report-page.tsx';
import { ReportsPage } from './reports/reports-page.tsx';
import { linkTo, type PageName, type Route, useRoute } from './route.ts';
import { SheetPage } from './sheet/sheet-page.tsx';
import { SheetList } from './sheet-list.tsx';
import { SheetsHome } from './sheets-home.tsx';
import { attempt, Toasts } from './toasts.tsx';

function Page({ page, id }: Route) {
  if (page === 'reports') return id ? <ReportPage key={id} id={id} /> : <ReportsPage />;
  if (page === 'inbox') return <InboxPage id={id} />;
  if (page === 'channels') return <ChannelsPage />;
  if (page === 'payments') return <PaymentsPage />;
  if (page === 'faults') return <FaultsPage />;
  if (page === 'calls') return <CallsPage />;
  return id ? <SheetPage key={id} id={id} /> : <SheetsHome />;
}

function Brand() {
  return (
    <a href={linkTo('sheets')} className="inline-flex items-center gap-2.5 text-lg font-bold">
      <img src="/console/logo.svg" alt="" width={22} height={22} />
      Picksync sandbox
    </a>
  );
}

/** Returns how many mails have arrived since the inbox was last open. */
function useUnread(isInboxOpen: boolean): number {
  const { data: mails } = useQuery(mailsQuery);
  const [seen, setSeen] = useState<string>();
  if (!mails) return 0;
  const newest = mails[0]?.id ?? 'none';
  if (seen !== newest && (isInboxOpen || seen === undefined)) setSeen(newest);
  const seenAt = mails.findIndex(({ id }) => id === seen);
  return seenAt === -1 ? mails.length : seenAt;
}

/** The console: its pages and sheets at the left, on a phone behind a button, and the page that the address names. */
export function App() {
  const route = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const unread = useUnread(route.page === 'inbox');
  const place = `${route.page}/${route.id}`;
  // Whatever was chosen in it, the menu closes when the page changes.
  useEffect(() => setMenuOpen(false), [place]);
  return (
    <div className="flex h-dvh flex-col lg:grid lg:grid-cols-[264px_minmax(0,1fr)]">
      <header className="flex items-center justify-between border-b border-line bg-surface px-4 py-2 lg:hidden">
        <Brand />
        <IconButton label="Menu" aria-expanded={isMenuOpen} onClick={() => setMenuOpen(true)}>
          <Menu aria-hidden="true" />
        </IconButton>
      </header>
      <SideSheet open={isMenuOpen} onClose={() => setMenuOpen(false)} title="Sandbox" header={<Brand />}>
        <Side route={route} unread={unread} />
      </SideSheet>
      <aside
        aria-label="Sandbox"
        className="hidden min-h-0 flex-col border-r border-line bg-surface pt-5 lg:flex"
      >
        <div className="px-5 pb-3">
          <Brand />
        </div>
        <Side route={route} unread={unread} />
      </aside>
      <main className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
        <PageBoundary key={place}>
          <Page {...route} />
        </PageBoundary>
      </main>
      <Toasts />
    </div>
  );
}

const links: { page: PageName; label: string; icon: LucideIcon }[] = [
  { page: 'sheets', label: 'Sheets', icon: Table2 },
  { page: 'reports', label: 'Reports', icon: Rows3 },
  { page: 'inbox', label: 'Inbox', icon: Inbox },
  { page: 'channels', label: 'Channels', icon: MessageSquare },
  { page: 'payments', label: 'Payments', icon: CreditCard },
  { page: 'faults', label: 'Faults', icon: Zap },
  { page: 'calls', label: 'Calls', icon: ChartNoAxesColumn },
];

/** The pages and the sheets. */
function Side({ route, unread }: { route: Route; unread: number }) {
  const sheetId = route.page === 'sheets' ? route.id : null;
  return (
    <>
      <nav aria-label="Pages" className="grid gap-0.5 border-b border-line px-3 pb-3">
        {links.map(({ page, label, icon: Icon }) => (
          <a
            key={page}
            href={linkTo(page)}
            aria-current={route.page === page && !sheetId ? 'page' : undefined}
            className="flex min-h-8.5 items-center gap-2.5 rounded-md px-2.5 font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          >
            <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
            <span className="flex-1">{label}</span>
            {page === 'inbox' && unread > 0 && (
              <span className="rounded-full bg-accent-soft px-2 text-xs font-semi text-accent">{unread}</span>
            )}
          </a>
        ))}
      </nav>
      <SheetList currentId={sheetId} />
      <div className="p-3">
        <AskButton
          className="w-full"
          question="Reset the sandbox?"
          description="All sheets return to their initial content. Mails, payments, tokens and webhooks are deleted."
          confirmLabel="Reset sandbox"
          onConfirm={() => void attempt(() => call('POST', '/api/reset'), 'The sandbox is reset.')}
        >
          <RotateCcw aria-hidden="true" />
          Reset sandbox
        </AskButton>
      </div>
    </>
  );
}
