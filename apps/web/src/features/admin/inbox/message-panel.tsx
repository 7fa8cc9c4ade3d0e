import { adminInboxEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { SidePanel } from '@picksync/ui/side-panel.tsx';
import { Link } from '@tanstack/react-router';
import type { ContactMessage } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { PlanTag } from './plan-tag.tsx';
import { ReplyForm } from './reply-form.tsx';

/** One message in full, its replies, and the form for a reply by mail. */
export function MessagePanel({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const { id, email, userId, plan, createdAt, replies, isRead } = message;
  const mark = useAdminAction(
    () => call(adminInboxEndpoints.mark, { params: { id }, body: { isRead: !isRead } }, { quiet: true }),
    'Not marked',
  );
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
        <Button pending={mark.isPending} onClick={() => mark.mutate(undefined)}>
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </Button>
      </ReplyForm>
    </SidePanel>
  );
}
