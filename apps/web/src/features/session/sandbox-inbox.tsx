import { Alert } from '@picksync/ui/alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { authStatusQuery } from '../../api/session.queries.ts';

/** A link to the mails in the sandbox, which delivers none to real mailboxes. */
export function SandboxInbox() {
  const { data: status } = useQuery(authStatusQuery);
  if (!status?.sandboxInbox) return null;
  return (
    <Alert tone="neutral">
      <p>
        Mails stay in the sandbox.{' '}
        <a
          href={status.sandboxInbox}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 rounded-sm font-semi text-accent underline underline-offset-2"
        >
          Open its inbox
          <ExternalLink aria-hidden="true" className="size-3.5" />
          <span className="sr-only">(in a new tab)</span>
        </a>
      </p>
    </Alert>
  );
}
