import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { SearchX } from 'lucide-react';
import { useShortLog } from './use-short-log.ts';

/** In place of entries, when the filters let none through. */
export function NoEntryMatches({ onClear }: { onClear: () => void }) {
  const among = useShortLog()
    ? 'None of the eight newest entries matches'
    : 'Nothing of the last 90 days matches';
  return (
    <EmptyState
      icon={SearchX}
      title="No activity logs found"
      text={`${among} these filters.`}
      action={<Button onClick={onClear}>Clear the filters</Button>}
    />
  );
}
