import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../call.ts';
import type { Report } from '../contract.ts';
import { SelectField } from '../controls.tsx';
import { AskButton } from '../dialogs.tsx';
import { formatNumber, pluralize } from '../format.ts';
import { PageBody, PageHead } from '../page-frame.tsx';
import { overviewQuery, reportQuery } from '../queries.ts';
import { linkTo } from '../route.ts';
import { SharingDialog } from '../sharing-dialog.tsx';
import { attempt } from '../toasts.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** One report: its first rows as an account reads them, and what can be done with it. */
export function ReportPage({ id }: { id: string }) {
  const [reader, setReader] = useState('');
  const { data: report } = useSuspenseQuery(reportQuery(id, reader));
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const [asked, setAsked] = useState<'edit' | 'share' | null>(null);
  const close = () => setAsked(null);
  const url = `/api/console/reports/${id}`;
  const remove = async () => {
    if (await attempt(() => call('DELETE', url), `${report.name} is deleted.`))
      window.location.hash = linkTo('reports');
  };
  const readers = Object.fromEntries(accounts.map(({ email }) => [email, email]));
  return (
    <>
      <PageHead
        title={report.name}
        facts={[
          report.owner,
          pluralize(report.rowCount, 'row'),
          `${pluralize(report.sourceSheets.length, 'sheet')} that ${report.reader} may see`,
          report.isSummary ? 'summary report' : [],
        ]
          .flat()
          .join(' · ')}
        actions={
          <>
            <AskButton
              aria-label="Delete report"
              question={`Delete ${report.name}?`}
              description="Its sheets stay. Reset the sandbox to get it back."
              confirmLabel="Delete report"
              onConfirm={() => void remove()}
            >
              <Trash2 aria-hidden="true" />
            </AskButton>
            <Button onClick={() => setAsked('share')}>
              <UserPlus aria-hidden="true" />
              Sharing
            </Button>
            {!report.isSummary && (
              <Button variant="primary" onClick={() => setAsked('edit')}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        <div className="max-w-80">
          <SelectField label="Read as" options={readers} value={report.reader} onChange={setReader} />
        </div>
        <ReportTable report={report} />
        {report.rowCount > report.rows.length && (
          <p className="text-xs text-ink-2">
            The first {formatNumber(report.rows.length)} of {formatNumber(report.rowCount)} rows.
          </p>
        )}
      </PageBody>
      {asked === 'edit' && <ReportDialog report={report} onClose={close} />}
      {asked === 'share' && (
        <SharingDialog
          {...report}
          description="It gives no access to the sheets behind it: who has none sees no rows of them."
          share={(email, access) =>
            attempt(() => call('PUT', `${url}/shares`, { email, access: access || null }))
          }
          onClose={close}
        />
      )}
    </>
  );
}

function ReportTable({ report: { name, columns, rows } }: { report: Report }) {
  return (
    <section
      aria-label={`Rows of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken text-left text-xs text-ink-2 [&>th]:px-3 [&>th]:py-2">
            <th scope="col" className="text-right">
              Row
            </th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, number, sheetId, texts }) => (
            <tr key={id} className="border-b border-line last:border-b-0 [&>*]:px-3 [&>*]:py-1.5">
              <td className="tabular text-right text-ink-2">
                <a href={linkTo('sheets', sheetId)} className="underline">
                  {formatNumber(number)}
                </a>
              </td>
              {texts.map((text, index) => (
                <td key={columns[index]?.id}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
