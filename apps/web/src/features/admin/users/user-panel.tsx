import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { SidePanel } from '@picksync/ui/side-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../../api/admin.queries.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { PlanBadge } from '../plan-badge.tsx';
import { UserDetail } from './user-detail.tsx';

/** One user in full: their state, giving a plan, and disabling the account. */
export function UserPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id));
  return (
    <SidePanel title={user?.email ?? 'User'} badge={user && <PlanBadge plan={user} />} onClose={onClose}>
      {user ? (
        <UserDetail user={user} />
      ) : error ? (
        <ErrorState
          message={messageOf(error, 'This user could not be loaded. Please try again.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SettingsSkeleton rows={4} />
      )}
    </SidePanel>
  );
}
