import { useSuspenseQuery } from '@tanstack/react-query';
import { pluralize } from './format.ts';
import { PageBody, PageHead } from './page-frame.tsx';
import { Places } from './places.tsx';
import { overviewQuery } from './queries.ts';
import { linkTo } from './route.ts';
import { groupSheets } from './sheet-groups.ts';

/** The start page, with the sheets to open first. */
export function SheetsHome() {
  const { sheets, accounts } = useSuspenseQuery(overviewQuery).data;
  const { single, series } = groupSheets(sheets);
  return (
    <>
      <PageHead
        title="Sheets"
        facts={`A local Smartsheet with ${pluralize(accounts.length, 'account')} and ${pluralize(sheets.length, 'sheet')}. Edit a cell, and watch a dropdown follow.`}
      />
      <PageBody>
        <ul
          aria-label="Sheets to start with"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-3"
        >
          {single.map(({ id, name, owner, rows }) => (
            <li key={id}>
              <a
                href={linkTo('sheets', id)}
                className="grid h-full content-start rounded-lg border border-line bg-surface px-4 py-3 hover:border-ink-3"
              >
                <b className="truncate font-semi">{name}</b>
                <span className="truncate text-xs text-ink-2">{owner}</span>
                <span className="text-xs text-ink-3">{pluralize(rows, 'row')}</span>
              </a>
            </li>
          ))}
        </ul>
        {series.map(({ name, sheets: members }) => (
          <p key={name} className="text-xs text-ink-3">
            {pluralize(members.length, 'more sheet')}, “{name}”, are in the list.
          </p>
        ))}
        <Places />
      </PageBody>
    </>
  );
}
