import { cx } from '@picksync/ui/class-names.ts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { call } from '../call.ts';
import type { Mail } from '../contract.ts';
import { AskButton } from '../dialogs.tsx';
import { formatTime, pluralize } from '../format.ts';
import { PageHead } from '../page-frame.tsx';
import { mailsQuery } from '../queries.ts';
import { linkTo } from '../route.ts';
import { attempt } from '../toasts.tsx';
import { MailView } from './mail-view.tsx';
import { findOneTimeCode } from './one-time-code.ts';

/** All mails of the product, newest first, beside the selected one; on a phone one or the other. */
export function InboxPage({ id }: { id: string | null }) {
  const { data: mails } = useSuspenseQuery(mailsQuery);
  const mail = mails.find((one) => one.id === id);
  return (
    <>
      <PageHead
        title="Inbox"
        facts={`${pluralize(mails.length, 'mail')} the product sent through Postmark`}
        actions={
          <AskButton
            disabled={mails.length === 0}
            question="Empty the inbox?"
            description="All mails are deleted. This cannot be undone."
            confirmLabel="Empty inbox"
            onConfirm={() => void attempt(() => call('DELETE', '/api/mails'))}
          >
            Empty inbox
          </AskButton>
        }
      />
      {mails.length === 0 ? (
        <EmptyState
          icon={Inbox}
          title="No mails yet"
          text="What the product sends appears here at once. Register a user to see the first one."
        />
      ) : (
        <div className="grid min-h-0 flex-1 border-t border-line bg-surface md:grid-cols-[minmax(240px,340px)_minmax(0,1fr)]">
          <ul
            aria-label="Mails"
            className={cx('min-h-0 overflow-y-auto border-r border-line', id && 'max-md:hidden')}
          >
            {mails.map((one) => (
              <MailLink key={one.id} mail={one} isCurrent={one === mail} />
            ))}
          </ul>
          <div className={cx('min-h-0 overflow-y-auto', !id && 'max-md:hidden')}>
            {mail ? (
              <MailView key={mail.id} mail={mail} />
            ) : (
              <p className="px-5 py-10 text-center text-sm text-ink-2">Choose a mail to read it.</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function MailLink({ mail, isCurrent }: { mail: Mail; isCurrent: boolean }) {
  const code = findOneTimeCode(mail);
  return (
    <li>
      <a
        href={linkTo('inbox', mail.id)}
        aria-current={isCurrent || undefined}
        className="grid gap-0.5 border-b border-line px-4 py-2.5 hover:bg-sunken aria-[current]:bg-accent-soft md:px-6"
      >
        <span className="flex items-baseline justify-between gap-3">
          <b className="truncate text-sm font-semi">{mail.to}</b>
          <time dateTime={mail.at} className="shrink-0 text-xs text-ink-2">
            {formatTime(mail.at)}
          </time>
        </span>
        <span className="flex items-center justify-between gap-3 text-sm text-ink-2">
          <span className="truncate">{mail.subject || '(no subject)'}</span>
          {code && (
            <span className="tabular shrink-0 rounded-full bg-accent-soft px-2 text-xs font-semi text-accent">
              {code}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}
