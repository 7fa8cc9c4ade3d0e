import { ChartNoAxesColumn, CreditCard, Inbox, type LucideIcon, RotateCcw, Table2, Zap } from 'lucide-react';
import { call } from './call.ts';
import { AskButton } from './dialogs.tsx';
import { linkTo, type PageName, type Route } from './route.ts';
import { SheetList } from './sheet-list.tsx';
import { attempt } from './toasts.tsx';

const links: { page: PageName; label: string; icon: LucideIcon }[] = [
  { page: 'sheets', label: 'Sheets', icon: Table2 },
  { page: 'inbox', label: 'Inbox', icon: Inbox },
  { page: 'payments', label: 'Payments', icon: CreditCard },
  { page: 'faults', label: 'Faults', icon: Zap },
  { page: 'calls', label: 'Calls', icon: ChartNoAxesColumn },
];

/** The pages and the sheets. */
export function Side({ route, unread }: { route: Route; unread: number }) {
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
