import '../../../api/zod-without-eval.ts';
import { adminInboxEndpoints, contactReplyBody } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SidePanel } from '@picksync/ui/side-overlay.tsx';
import { TextAreaField } from '@picksync/ui/text-field.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ContactMessage, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { usePlanNames } from '../../../api/session.queries.ts';
import { sayDone } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { InlineForm } from '../inline-form.tsx';
import { useAdminAction } from '../use-admin-action.ts';

const tones: Record<NonNullable<ContactMessage['plan']> | 'visitor', Tone> = {
  premium: 'accent',
  basic: 'good',
  trial: 'warn',
  free: 'neutral',
  visitor: 'neutral',
};

/** The sender's plan at the time of the message. */
export function PlanTag({ plan }: { plan: ContactMessage['plan'] }) {
  const words = { ...usePlanNames(), trial: 'Trial', visitor: 'Visitor' };
  const kind = plan ?? 'visitor';
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>;
}

const check = checkWith(contactReplyBody);

function ReplyForm({ id, children }: { id: string; children: ReactNode }) {
  const refresh = useRefreshAdmin();
  const { form, field, shell } = useDialogForm({
    defaultValues: { message: '' },
    check,
    send: async (body) => {
      const reply = await call(adminInboxEndpoints.reply, { params: { id }, body }, { quiet: true });
      form.reset({ message: '' });
      await refresh();
      sayDone(reply);
    },
    failure: { title: 'Not sent', text: 'The reply could not be sent. Please try again.' },
  });
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

/** One message in full, its replies, and the form for a reply by mail. */
export function MessagePanel({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const { id, email, userId, plan, createdAt, replies, isRead } = message;
  const mark = useAdminAction({
    send: () =>
      call(adminInboxEndpoints.mark, { params: { id }, body: { isRead: !isRead } }, { quiet: true }),
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
