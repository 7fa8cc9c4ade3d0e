import { type Automation, isolated, type Preview } from '@picksync/contracts';
import { Name } from '@picksync/ui/name.tsx';
import { useState } from 'react';
import { counted } from '../../../ui/counted.ts';
import { PagePanel, PanelButton } from '../page/page-panel.tsx';

const listedAtFirst = 8;

type RowDeletionsProps = {
  automation: Automation;
  deleted: NonNullable<Preview['sourceRows']>['deleted'];
};

/** The rows of the source that would be deleted, with the number of filled cells in each. */
export function RowDeletions({ automation, deleted: { count, rows } }: RowDeletionsProps) {
  const [isWhole, setWhole] = useState(false);
  const title = `${counted(count, 'row')} would be deleted from ${isolated(automation.sourceSheetName ?? 'the source')}`;
  const shown = isWhole ? rows : rows.slice(0, listedAtFirst);
  const head = 'px-4 py-1.5 font-semi md:px-5';
  const cell = 'tabular px-4 py-2 md:px-5';
  return (
    <PagePanel title={title}>
      <table aria-label={title} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-t border-line bg-sunken text-left text-xs text-ink-2">
            <th scope="col" className={head}>
              Row
            </th>
            <th scope="col" className={`${head} [overflow-wrap:anywhere]`}>
              <Name>{automation.sourceColumnName}</Name>
            </th>
            <th scope="col" className={`${head} text-right`}>
              Filled cells
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ rowNumber, text, filledCells }) => (
            <tr key={rowNumber} className="border-t border-line">
              <td className={cell}>{rowNumber}</td>
              <td className={`${cell} [overflow-wrap:anywhere]`}>{text}</td>
              <td className={`${cell} text-right`}>{filledCells}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > listedAtFirst && (
        <div className="border-t border-line px-4 py-2 md:px-5">
          <PanelButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${rows.length - listedAtFirst} more`}
          </PanelButton>
        </div>
      )}
    </PagePanel>
  );
}
