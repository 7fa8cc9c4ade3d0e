import { Badge } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { Tabs } from '@picksync/ui/tabs.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Copy, Inbox } from 'lucide-react';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Mail, MailReport } from '../contract.ts';
import { AskButton } from '../dialogs.tsx';
import { findOneTimeCode, formatTime, pluralize } from '../format.ts';
import { PageHead } from '../page-frame.tsx';
import { inactiveQuery, mailsQuery } from '../queries.ts';
import { linkTo } from '../route.ts';
import { attempt, showToast } from '../toasts.tsx';

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

/** A mail with its one-time code, and its body as HTML or text. */
function MailView({ mail }: { mail: Mail }) {
  const code = findOneTimeCode(mail);
  const [body, setBody] = useState<'html' | 'text'>('html');
  return (
    <article aria-label={mail.subject} className="grid gap-4 px-4 py-4 md:px-6">
      <a href={linkTo('inbox')} className={`${buttonClass({ size: 'sm' })} justify-self-start md:hidden`}>
        Back to the inbox
      </a>
      <div className="min-w-0">
        <h2 className="text-lg font-bold">{mail.subject || '(no subject)'}</h2>
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
          {mail.from} to {mail.to}, {formatTime(mail.at)}
        </p>
      </div>
      <Reports mail={mail} />
      {code && <OneTimeCode code={code} />}
      <Tabs
        label="Body of the mail"
        tabs={[
          { value: 'html', label: 'HTML' },
          { value: 'text', label: 'Text' },
        ]}
        value={body}
        onChange={setBody}
        fit
      >
        {body === 'text' || !mail.html ? (
          <pre className="font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
            {mail.text || 'This mail has no text body.'}
          </pre>
        ) : (
          // Without scripts; its links open in a new tab.
          <iframe
            title={`Mail: ${mail.subject}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={`<base target="_blank"><meta name="color-scheme" content="light">${mail.html}`}
            className="h-[640px] w-full rounded-md border border-line bg-surface"
          />
        )}
      </Tabs>
    </article>
  );
}

function OneTimeCode({ code }: { code: string }) {
  const copy = () => attempt(() => navigator.clipboard.writeText(code), 'Code copied.');
  return (
    <div className="flex items-center justify-between gap-3 rounded-lg bg-accent-soft px-4 py-2.5">
      <span>
        <span className="block text-xs text-ink-2">One-time code</span>
        <output aria-label="One-time code" className="tabular text-xl font-bold">
          {code}
        </output>
      </span>
      <Button size="sm" onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </div>
  );
}

const reportLabels = { hard_bounce: 'Bounce', soft_bounce: 'Bounce for now', complaint: 'Mark as spam' };

/** Lets the mail come back, or be marked as spam, and says what the product answered. */
async function report(mail: Mail, kind: string): Promise<void> {
  await attempt(async () => {
    const { isTold, statuses } = await call<MailReport>('POST', `/api/mails/${mail.id}/report`, { kind });
    const answers = statuses.map((status) => status ?? 'nothing').join(', ');
    showToast(
      isTold ? `The product was told and answered ${answers}.` : 'Nobody is told: no webhook is set.',
    );
  });
}

/** What a mailbox or its owner may do with a mail. */
function Reports({ mail }: { mail: Mail }) {
  const { data: { addresses: inactive } = { addresses: [] } } = useQuery(inactiveQuery);
  const given = mail.to.toLowerCase().split(', ');
  const isGiven = (address: string) => given.includes(address.toLowerCase());
  const activate = () => {
    const addresses = inactive.filter((address) => !isGiven(address));
    return attempt(
      () => call('PUT', '/api/mails/inactive', { addresses }),
      'Mails to this address are delivered again.',
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {Object.entries(reportLabels).map(([kind, label]) => (
        <Button key={kind} size="sm" onClick={() => void report(mail, kind)}>
          {label}
        </Button>
      ))}
      {inactive.some(isGiven) && (
        <>
          <Badge tone="warn">Address given up</Badge>
          <Button size="sm" onClick={() => void activate()}>
            Deliver again
          </Button>
        </>
      )}
    </div>
  );
}
