import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { History } from 'lucide-react';

/** In place of lines, where nothing has happened. */
export function NothingYet() {
  return (
    <EmptyState
      icon={History}
      title="No activity logs found"
      text="Syncs and changes of your automations are listed here for 90 days."
    />
  );
}
