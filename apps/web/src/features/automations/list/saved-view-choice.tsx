import { type Automation, formatNumber, isolated, type SavedView } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, Pencil } from 'lucide-react';
import { useReadOnly } from '../use-read-only.ts';
import { toListView } from './list-address.ts';
import { findSearched } from './list-entries.ts';
import { listSearch } from './list-search.ts';
import { passesFilter } from './list-states.ts';

type ViewsProps = { views: readonly SavedView[]; onManage: () => void };

const manageLabel = 'Rename or delete views';

/** The saved views side by side. */
export function ViewsBeside({ views, onManage }: ViewsProps) {
  return (
    <nav aria-label="Saved views" className="flex min-w-0 flex-wrap items-center gap-x-4">
      <span aria-hidden="true" className="text-xs text-ink-2">
        Saved views
      </span>
      {views.map(({ id, name, search }) => (
        <Link
          key={id}
          to="/configurations"
          search={listSearch(search)}
          resetScroll={false}
          className="max-w-48 truncate rounded-sm font-medium text-accent hover:underline aria-[current=page]:text-ink"
        >
          <Name>{name}</Name>
        </Link>
      ))}
      <IconButton label={manageLabel} onClick={onManage} className="-ms-2">
        <Pencil strokeWidth={1.75} />
      </IconButton>
    </nav>
  );
}

type ViewsMenuProps = ViewsProps & {
  /** The one that is shown. */
  current: SavedView | undefined;
  automations: readonly Automation[];
};

/** The saved views in a menu, with how many automations each of them finds. */
export function ViewsMenu({ views, current, automations, onManage }: ViewsMenuProps) {
  const navigate = useNavigate();
  const isStopped = useReadOnly();
  const count = ({ search: kept }: SavedView) => {
    const { search, filter } = toListView(listSearch(kept));
    const found = findSearched({ automations, ofCause: null, search });
    return formatNumber(found.filter((one) => passesFilter(one, filter, isStopped)).length);
  };
  const open = (id: string) => {
    const view = views.find((one) => one.id === id);
    if (view) void navigate({ to: '/configurations', search: listSearch(view.search), resetScroll: false });
  };
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" className="max-w-full">
          <span className="truncate">{current ? isolated(current.name) : 'Saved views'}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice
        label="Saved views"
        value={current?.id ?? ''}
        options={views.map((view) => ({ value: view.id, label: `${isolated(view.name)} (${count(view)})` }))}
        onChange={open}
      />
      <MenuSeparator />
      <MenuItem icon={Pencil} onSelect={onManage}>
        {manageLabel}
      </MenuItem>
    </DropdownMenu>
  );
}
