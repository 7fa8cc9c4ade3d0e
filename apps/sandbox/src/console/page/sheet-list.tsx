import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SheetSummary } from './contract.ts';
import { formatNumber } from './format.ts';
import { overviewQuery } from './queries.ts';
import { linkTo } from './route.ts';
import { groupSheets } from './sheet-groups.ts';

/** Returns the access of an account to a sheet, or null. */
function getAccess(sheet: SheetSummary, email: string): string | null {
  if (sheet.owner === email) return 'owner';
  const share = sheet.shares.find((one) => one.email === email);
  return share?.access.toLowerCase().replace('_', ', ') ?? null;
}

/** All sheets, with a search and a filter by account. */
export function SheetList({ currentId }: { currentId: string | null }) {
  const { data: { accounts, sheets } = { accounts: [], sheets: [] } } = useQuery(overviewQuery);
  const [search, setSearch] = useState('');
  const [account, setAccount] = useState('');
  const query = search.trim().toLowerCase();
  const shown = sheets.filter(
    (sheet) => sheet.name.toLowerCase().includes(query) && (account === '' || getAccess(sheet, account)),
  );
  const { single, series } = query ? { single: shown, series: [] } : groupSheets(shown);
  const link = (sheet: SheetSummary) => (
    <SheetLink
      key={sheet.id}
      sheet={sheet}
      note={account ? getAccess(sheet, account) : sheet.owner}
      isCurrent={sheet.id === currentId}
    />
  );
  return (
    <section
      aria-label="Sheets"
      className="flex min-h-0 flex-1 flex-col gap-2 border-b border-line px-3 pt-3"
    >
      <Input
        type="search"
        aria-label="Search sheets"
        placeholder="Search sheets"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectInput aria-label="Account" value={account} onChange={({ target }) => setAccount(target.value)}>
        <option value="">All accounts</option>
        {accounts.map(({ email }) => (
          <option key={email}>{email}</option>
        ))}
      </SelectInput>
      <ul aria-label="Sheets" className="min-h-40 flex-1 overflow-y-auto pb-3">
        {single.map(link)}
        {series.map(({ name, sheets: members }) => (
          <Series
            key={name}
            name={name}
            count={members.length}
            hasCurrent={members.some(({ id }) => id === currentId)}
          >
            {members.map(link)}
          </Series>
        ))}
        {shown.length === 0 && <li className="px-2.5 py-2 text-xs text-ink-3">No sheet matches.</li>}
      </ul>
    </section>
  );
}

type SheetLinkProps = { sheet: SheetSummary; note: string | null; isCurrent: boolean };

function SheetLink({ sheet, note, isCurrent }: SheetLinkProps) {
  const place = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li>
      <a
        ref={place}
        href={linkTo('sheets', sheet.id)}
        aria-current={isCurrent ? 'page' : undefined}
        className="block rounded-md px-2.5 py-1.5 hover:bg-sunken aria-[current=page]:bg-accent-soft"
      >
        <span className="block truncate text-sm font-semi">{sheet.name}</span>
        <span className="flex justify-between gap-2 text-xs text-ink-2 forced-colors:text-inherit">
          <span className="truncate">{note}</span>
          <span className="tabular">{formatNumber(sheet.rows)}</span>
        </span>
      </a>
    </li>
  );
}

type SeriesProps = { name: string; count: number; hasCurrent: boolean; children: ReactNode };

/** Sheets that differ in a number only. Their links are drawn once they are asked for: there may be hundreds. */
function Series({ name, count, hasCurrent, children }: SeriesProps) {
  const [isOpen, setOpen] = useState(hasCurrent);
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-8 items-center justify-between rounded-md px-2.5 hover:bg-sunken">
          <span className="text-sm font-semi">{name}</span>
          <span className="tabular text-xs text-ink-2">{formatNumber(count)}</span>
        </summary>
        {isOpen && <ul>{children}</ul>}
      </details>
    </li>
  );
}
