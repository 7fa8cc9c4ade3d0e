import { cx } from '@picksync/ui/class-names.ts';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Inbox as InboxIcon } from 'lucide-react';
import { attentionQuery, type ContactMessage, messagesQuery } from '../../../api/admin.queries.ts';
import { formatAgo } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminList, type Column } from '../admin-table.tsx';
import { useOpened } from '../use-opened.ts';
import { MessagePanel, PlanTag } from './message-panel.tsx';

/** The messages to support: unread ones first, then by plan, the dearest first. */
export function Inbox() {
  const { data: attention } = useQuery(attentionQuery);
  return (
    <AdminSection title="Inbox" subtitle={attention ? getSubtitle(attention.inbox) : ' '}>
      <Messages />
    </AdminSection>
  );
}

function getSubtitle(unread: number): string {
  return unread === 0 ? 'Everything is read.' : `${unread} unread, Premium first.`;
}

function Messages() {
  const { data } = useSuspenseInfiniteQuery(messagesQuery);
  const now = useNow();
  const { opened, state, close } = useOpened();
  const shown = data.pages.flatMap(({ reply }) => reply).find(({ id }) => id === opened);
  const columns: Column<ContactMessage>[] = [
    {
      head: 'Message',
      cell: (message) => (
        <div className="grid grid-cols-[8px_minmax(0,1fr)] gap-x-2.5">
          <span
            aria-hidden="true"
            className={cx('mt-2 size-[7px] rounded-full', !message.isRead && 'bg-accent')}
          />
          <Link
            to="/admin/$section"
            params={{ section: 'inbox' }}
            search={{ open: message.id }}
            state={state}
            className={cx('min-w-0 [overflow-wrap:anywhere] hover:underline', !message.isRead && 'font-semi')}
          >
            {message.email}
            {!message.isRead && <span className="sr-only">, unread</span>}
          </Link>
          <p className="col-start-2 truncate text-ink-2">{message.message}</p>
        </div>
      ),
    },
    { head: 'Plan', className: 'w-[130px]', cell: ({ plan }) => <PlanTag plan={plan} /> },
    {
      head: 'Answered',
      className: 'w-[130px]',
      cell: ({ replies }) => replies.length > 0 && `Answered ${formatAgo(replies.at(-1)?.at, now)}`,
    },
    { head: 'When', className: 'w-[130px]', cell: ({ createdAt }) => formatAgo(createdAt, now) },
  ];
  return (
    <>
      <AdminList
        label="Inbox"
        columns={columns}
        query={messagesQuery}
        selected={opened}
        empty={{ icon: InboxIcon, title: 'Nobody has written yet' }}
      />
      {shown && <MessagePanel message={shown} onClose={close} />}
    </>
  );
}
