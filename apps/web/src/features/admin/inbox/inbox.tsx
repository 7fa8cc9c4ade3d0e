import { adminInboxEndpoints, contactReplyBody } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { SidePanel } from '@picksync/ui/side-overlay.tsx';
import { TextAreaField } from '@picksync/ui/text-field.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Inbox as InboxIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  attentionQuery,
  type ContactMessage,
  messagesQuery,
  useRefreshAdmin,
} from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { useAuthStatus, usePlanNames } from '../../../api/session.queries.ts';
import { sayDone } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { useKeptDraft } from '../../../api/use-kept-draft.ts';
import { dropDraft, readDraft } from '../../../stores/drafts.ts';
import { formatAgo, formatAgoWithin, formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminList, type Column } from '../admin-table.tsx';
import { InlineForm } from '../inline-form.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { useOpened } from '../use-opened.ts';

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
      cell: ({ replies }) => replies.length > 0 && `Answered ${formatAgoWithin(replies.at(-1)?.at, now)}`,
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
      {shown && <MessagePanel key={shown.id} message={shown} onClose={close} />}
    </>
  );
}

const tones: Record<NonNullable<ContactMessage['plan']> | 'visitor', Tone> = {
  premium: 'accent',
  basic: 'good',
  trial: 'warn',
  free: 'neutral',
  visitor: 'neutral',
};

/** The sender's plan at the time of the message. */
function PlanTag({ plan }: { plan: ContactMessage['plan'] }) {
  const words = { ...usePlanNames(), trial: 'Trial', visitor: 'Visitor' };
  const kind = plan ?? 'visitor';
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>;
}

const check = checkWith(contactReplyBody);

/** A reply by mail. What is typed stays until it is sent: the sender and their plan are looked at meanwhile. */
function ReplyForm({ id, children }: { id: string; children: ReactNode }) {
  const refresh = useRefreshAdmin();
  const draftKey = `${useAuthStatus().user?.id} reply ${id}`;
  const { form, field, shell } = useDialogForm({
    defaultValues: { message: readReply(draftKey) },
    check,
    send: async (body) => {
      const reply = await call(adminInboxEndpoints.reply, { params: { id }, body });
      form.reset({ message: '' });
      dropDraft(draftKey);
      await refresh();
      sayDone(reply);
    },
    failure: { title: 'Not sent', text: 'The reply could not be sent. Please try again.' },
  });
  useKeptDraft(form, draftKey);
  return (
    <InlineForm
      label="Reply"
      shell={shell}
      submitLabel="Send reply"
      pendingLabel="Sending..."
      aside={children}
      className="border-t border-line pt-5"
    >
      <TextAreaField
        label="Reply by mail"
        hint="It goes to their address, with their message below."
        {...field('message')}
        rows={6}
        maxLength={5000}
        className="min-h-32"
      />
    </InlineForm>
  );
}

function readReply(draftKey: string): string {
  const kept = readDraft(draftKey);
  return typeof kept === 'object' && kept !== null && 'message' in kept ? String(kept.message) : '';
}

/** One message in full, its replies, and the form for a reply by mail. */
function MessagePanel({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const { id, email, userId, plan, createdAt, replies, isRead } = message;
  const mark = useAdminAction({
    send: () => call(adminInboxEndpoints.mark, { params: { id }, body: { isRead: !isRead } }),
    failed: 'Not marked',
  });
  return (
    <SidePanel title={email} badge={<PlanTag plan={plan} />} onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <span>{formatMoment(createdAt)}</span>
        {userId && (
          <Link
            to="/admin/$section"
            params={{ section: 'users' }}
            search={{ open: userId }}
            className="font-semi text-accent hover:underline"
          >
            Show the user
          </Link>
        )}
      </div>
      <p className="text-md whitespace-pre-wrap [overflow-wrap:anywhere]">{message.message}</p>
      {replies.map((reply) => (
        <div key={reply.at} className="grid gap-1 rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="text-xs text-ink-2">
            {reply.by} answered, {formatMoment(reply.at)}
          </p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{reply.message}</p>
        </div>
      ))}
      <ReplyForm id={id}>
        <Button pending={mark.isPending} onClick={() => mark.run()}>
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </Button>
      </ReplyForm>
    </SidePanel>
  );
}
