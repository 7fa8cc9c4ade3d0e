import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { SearchX } from 'lucide-react';
import { filterBy, searchFor } from './list-view.ts';

/** Stands in place of the list where no automation passes its search and filter. */
export function NoAutomationMatches({ search }: { search: string }) {
  const clear = () => {
    searchFor('');
    filterBy('all');
  };
  return (
    <EmptyState
      icon={SearchX}
      title={search === '' ? 'Nothing matches' : `Nothing matches “${search}”`}
      text="Search looks at names, sheets and columns."
      action={<Button onClick={clear}>{search === '' ? 'Show all' : 'Clear search'}</Button>}
    />
  );
}
