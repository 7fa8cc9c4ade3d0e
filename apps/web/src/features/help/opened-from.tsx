import { Name } from '@picksync/ui/name.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { automationsQuery } from '../../api/automations.queries.ts';

/**
 * The automation that the user came from, with its error and a link back; draws nothing once it has no error or is
 * deleted.
 */
export function OpenedFrom({ automationId }: { automationId: string }) {
  const { data } = useInfiniteQuery(automationsQuery);
  const automation = data?.pages.flatMap(({ reply }) => reply).find(({ id }) => id === automationId);
  if (!automation?.lastError) return null;
  return (
    <div className="flex gap-2.5 rounded-md bg-bad-soft px-4 py-3 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <p className="min-w-0 text-pretty break-words">
        <strong className="font-semi">
          <Name>{automation.name}</Name>
        </strong>{' '}
        {automation.lastError}{' '}
        <Link
          to="/automations/$id"
          params={{ id: automation.id }}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          Back to it
        </Link>
      </p>
    </div>
  );
}
