import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '../format.ts';
import { PageBody, PageHead } from '../page-frame.tsx';
import { overviewQuery } from '../queries.ts';
import { linkTo } from '../route.ts';
import { ReportDialog } from './report-dialog.tsx';

/** The reports of all accounts. */
export function ReportsPage() {
  const { reports } = useSuspenseQuery(overviewQuery).data;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title="Reports"
        facts="Rows of several sheets in one list. Nobody is told when one changes."
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            New report
          </Button>
        }
      />
      <PageBody>
        {reports.length === 0 ? (
          <EmptyState icon={Rows3} title="No reports yet" text="Choose sheets and columns, and make one." />
        ) : (
          <ul
            aria-label="Reports"
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-3"
          >
            {reports.map(({ id, name, owner, isSummary, sheetIds, workspaceIds }) => (
              <li key={id}>
                <a
                  href={linkTo('reports', id)}
                  className="grid h-full content-start rounded-lg border border-line bg-surface px-4 py-3 hover:border-ink-3"
                >
                  <b className="truncate font-semi">{name}</b>
                  <span className="truncate text-xs text-ink-2">{owner}</span>
                  <span className="flex items-center gap-2 text-xs text-ink-3">
                    {[
                      sheetIds.length > 0 ? pluralize(sheetIds.length, 'sheet') : [],
                      workspaceIds.length > 0 ? pluralize(workspaceIds.length, 'workspace') : [],
                    ]
                      .flat()
                      .join(' · ')}
                    {isSummary && <Badge tone="neutral">Summary</Badge>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </PageBody>
      {isAdding && <ReportDialog report={null} onClose={() => setAdding(false)} />}
    </>
  );
}
