import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choose, offered, openOptions } from '../../../testing/choose.ts';
import { chosenValues, createPath, openForm, previewPath } from '../../../testing/open-form.ts';
import { preview, toList } from '../../../testing/previews.ts';

const listPath = 'GET /api/smartsheet/reports';
const reports = [
  { id: '901', name: 'Open projects', permalink: null, selectable: true, reason: null },
  {
    id: '902',
    name: 'Project budget summary',
    permalink: null,
    selectable: false,
    reason: 'A summary report has no rows to read',
  },
];
const columns = [
  {
    id: '9010',
    title: 'Sheet name',
    type: 'TEXT_NUMBER',
    selectable: false,
    reason: 'Added by the report, no cell of a sheet',
  },
  { id: '9011', title: 'Project', type: 'TEXT_NUMBER', selectable: true, reason: null },
];

function openReports({ values = chosenValues, handlers = {} } = {}) {
  return openForm({
    values,
    handlers: {
      [listPath]: { body: reports },
      'GET /api/smartsheet/reports/901/columns': { body: { columns, rowCount: 212, sheetCount: 9 } },
      [previewPath]: { body: preview({ added: toList('Bridge') }) },
      [createPath]: { status: 400, body: { code: 'validation_failed', message: 'Not now' } },
      ...handlers,
    },
  });
}

const ofReport = {
  ...chosenValues,
  sourceKind: 'report' as const,
  sourceSheet: { id: '901', name: 'Open projects' },
  sourceColumn: { id: '9011', name: 'Project' },
};

test('reports stand below the sheets, and a report that is chosen is read by its own columns', async () => {
  const api = openReports();
  await waitFor(async () => {
    const sources = await offered('Source Sheet');
    expect(sources.at(-2)).toBe('Open projects');
    expect(sources.at(-1)).toBe('Project budget summaryA summary report has no rows to read');
  });
  await choose('Source Sheet', 'Open projects');
  await screen.findByText(
    'A report of 9 sheets, read with each check, every 15 minutes, as sheets@northwind.example sees it',
  );
  expect(await offered('Source Column')).toEqual([
    'Project',
    'Sheet nameAdded by the report, no cell of a sheet',
  ]);
  await choose('Source Column', 'Project');
  await userEvent.click(await screen.findByRole('button', { name: 'Create Automation' }));
  await waitFor(() =>
    expect(api.received(createPath).at(-1)?.body).toMatchObject({
      sourceKind: 'report',
      sourceSheetId: '901',
      sourceSheetName: 'Open projects',
      sourceColumnId: '9011',
    }),
  );
});

test('a report is not two-way: the mode cannot be chosen, and one that was chosen before is left', async () => {
  openReports({ values: { ...chosenValues, mode: 'two_way' } });
  await choose('Source Sheet', 'Open projects');
  await openOptions('Mode');
  const mode = within(await screen.findByRole('radiogroup', { name: 'Mode' }));
  expect(mode.getByRole<HTMLInputElement>('radio', { name: 'Mirror' }).checked).toBe(true);
  expect(mode.getByRole<HTMLInputElement>('radio', { name: 'Two-way' }).disabled).toBe(true);
  mode.getByText('A report has no bottom to which a row could be added');
});

test('a sheet that is chosen after a report is one again', async () => {
  const api = openReports({ values: ofReport });
  await choose('Source Sheet', 'Clients');
  await choose('Source Column', 'Client name');
  await waitFor(() =>
    expect(api.received(previewPath).at(-1)?.body).toMatchObject({
      sourceKind: 'sheet',
      sourceSheetId: '101',
    }),
  );
});

test('reports that cannot be listed are told, and sheets can be chosen all the same', async () => {
  openReports({
    handlers: { [listPath]: { status: 403, body: { code: 'smartsheet_forbidden', message: 'No' } } },
  });
  await screen.findByText('Reports could not be listed.');
  expect(await offered('Source Sheet')).toContain('Clients');
});

test('a preview of fewer sheets says so, and can be approved here', async () => {
  openReports({
    values: ofReport,
    handlers: {
      [previewPath]: {
        body: preview({
          verdict: 'waiting_review',
          reason: 'fewer_source_sheets',
          message:
            'The report reads 7 sheets instead of 9. A sync would ask you before it removes any option.',
          removed: toList('Mill', 'Quarry'),
          optionCount: 3,
        }),
      },
    },
  });
  await screen.findByText(/The report reads fewer sheets than before\./);
  await screen.findByRole('checkbox', { name: /^\w+ these 2 options/ });
});
