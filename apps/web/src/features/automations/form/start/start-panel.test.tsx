import type { Column, LikelyPairs } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation } from '../../../../testing/automations.ts';
import { choose, select, shownIn } from '../../../../testing/choose.ts';
import { createPath, openForm } from '../../../../testing/open-form.ts';
import { emptyAutomation } from '../automation-form-values.ts';

const path = 'GET /api/smartsheet/likely-pairs';

const clients = { sheetId: '101', sheetName: 'Clients', columnId: '1011', columnName: 'Client name' };
const found: LikelyPairs = {
  pairs: [
    {
      source: clients,
      target: {
        ...{ sheetId: '102', sheetName: 'Time sheet 2026', columnId: '1022', columnName: 'Project' },
        isMultiSelect: false,
      },
      ...{ hasSameName: false, optionCount: 7, matchingCount: 5 },
    },
    {
      source: { sheetId: '103', sheetName: 'Projects', columnId: '1031', columnName: 'Code' },
      target: {
        ...{ sheetId: '102', sheetName: 'Time sheet 2026', columnId: '1029', columnName: 'Stage' },
        isMultiSelect: true,
      },
      ...{ hasSameName: true, optionCount: 0, matchingCount: 0 },
    },
  ],
  ...{ looked: 4, unread: 0, total: 4, stoppedBy: null },
  lookedAt: '2026-11-20T12:00:00.000Z',
};

const open = (answer: object | 'silent' = { body: found }, handlers: Parameters<typeof openForm>[0] = {}) =>
  openForm({ values: emptyAutomation, ...handlers, handlers: { ...handlers.handlers, [path]: answer } });
const pair = (name: RegExp) => screen.findByRole('button', { name });

test('one click on a likely pair fills the form, shows its preview, and the focus is at the name', async () => {
  const api = open();
  await userEvent.click(await pair(/^Clients\s*Client name\s*into\s*.*5 of 7 options match$/));
  await screen.findByRole('heading', { name: 'Adds 2 options, removes none' });
  expect(await shownIn('Source Column')).toBe('Client name');
  expect(await shownIn('Target Dropdown Column')).toBe('Project');
  const name = screen.getByLabelText<HTMLInputElement>('Automation Name');
  expect(name.value).toBe('Clients into Time sheet 2026');
  await waitFor(() => expect(document.activeElement).toBe(name));
  api.handlers[createPath] = { status: 201, body: { message: 'Done', configuration: automation() } };
  await userEvent.click(screen.getByRole('button', { name: 'Create Automation' }));
  await screen.findByText('Success!');
  expect(api.received(createPath)[0]?.body).toMatchObject({ sourceSheetId: '101', targetColumnId: '1022' });
});

test('a pair says why it is offered, and those that contradict a choice are left out', async () => {
  open();
  await pair(/Same name, no options yet$/);
  await choose('Source Sheet', 'Clients');
  await choose('Source Column', 'Client name');
  const list = within(await screen.findByRole('region', { name: /^Dropdowns like .*Client name/ }));
  expect(list.getAllByRole('button')).toHaveLength(1);
  await choose('Destination Sheet', 'Projects');
  await screen.findByRole('heading', { name: 'Nothing to show yet' });
});

const dropdown = (id: string, title: string, more: Pick<Column, 'type' | 'options'>): Column => ({
  ...{ id, title, selectable: true, reason: null },
  ...more,
});

test('a chosen source is looked for by itself, and its best dropdowns come first in the list of columns', async () => {
  const [one] = found.pairs;
  const ofSource = { ...found, pairs: one ? [{ ...one, matchingCount: 6 }] : [] };
  const api = open(
    { body: found },
    {
      handlers: {
        'GET /api/smartsheet/sheets/102/columns': {
          body: [
            dropdown('1022', 'Project', { type: 'PICKLIST', options: ['x', 'y'] }),
            dropdown('1029', 'Stage', { type: 'MULTI_PICKLIST', options: ['a', 'b', 'c'] }),
          ],
        },
        'GET /api/smartsheet/sheets/102/matches': {
          body: [
            { columnId: '1022', matchingCount: 0 },
            { columnId: '1029', matchingCount: 2 },
          ],
        },
      },
    },
  );
  await pair(/Same name, no options yet$/);
  api.handlers[path] = { body: ofSource };
  await choose('Source Sheet', 'Clients');
  await choose('Source Column', 'Client name');
  await pair(/^Time sheet 2026\s*Project\s*6 of 7 options match$/);
  await screen.findByText('The source is chosen. These match it best.');
  const source = 'sourceSheetId=101&sourceColumnId=1011';
  expect(api.received(path).map((one) => one.path.split('?')[1])).toEqual([undefined, source]);
  await choose('Destination Sheet', 'Time sheet 2026');
  await waitFor(() =>
    expect(api.received('GET /api/smartsheet/sheets/102/matches')[0]?.path).toMatch(new RegExp(`${source}$`)),
  );
  await userEvent.click(await select('Target Dropdown Column'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'StageMulti-select, 3 options, 2 match',
    'ProjectSingle select, 2 options, none match',
  ]);
});

test('a search that was cut short is not made again for the source that is chosen', async () => {
  const api = open({ body: { ...found, stoppedBy: 'calls' } });
  await pair(/Same name, no options yet$/);
  await choose('Source Sheet', 'Clients');
  await choose('Source Column', 'Client name');
  await screen.findByRole('region', { name: /^Dropdowns like .*Client name/ });
  expect(api.received(path)).toHaveLength(1);
});

test('a recent sheet becomes source or destination, and the focus goes on', async () => {
  open({ body: { ...found, pairs: [] } });
  await screen.findByRole('heading', { name: 'No likely pairs' });
  const recent = within(await screen.findByRole('region', { name: 'Recent sheets' }));
  await userEvent.click(recent.getByRole('button', { name: /Clients.* as source/ }));
  await waitFor(async () => expect(document.activeElement).toBe(await select('Source Column')));
  const denied = recent.getByRole('button', { name: /Shipments.* as destination/ });
  expect(denied.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(denied);
  expect(await shownIn('Destination Sheet')).toBe('Choose the sheet to fill');
});

test('the form can be filled while the search is under way, and it says how far it is', async () => {
  const progress = { looked: 31, wanted: 48 };
  open('silent', { handlers: { 'GET /api/smartsheet/likely-pairs/progress': { body: { progress } } } });
  await screen.findByRole('heading', { name: 'Looking for likely pairs' });
  await screen.findByText('31 of 48 sheets so far. You can choose by yourself meanwhile.');
  await choose('Source Sheet', 'Clients');
});

test('a search that failed can be made again, and one that stopped says how far it came', async () => {
  const api = open({ status: 503, body: { code: 'smartsheet_busy', message: 'Smartsheet is busy.' } });
  await screen.findByText('Smartsheet is busy.');
  api.handlers[path] = { body: { ...found, looked: 3, total: 48, stoppedBy: 'time' } };
  await userEvent.click(await pair(/^Look again$/));
  await screen.findByText('3 of 48 sheets were looked at.');
  expect(api.received(path)).toHaveLength(2);
});

test('an account without sheets is told so', async () => {
  open({ body: found }, { handlers: { 'GET /api/smartsheet/sheets': { body: [] } } });
  await screen.findByRole('heading', { name: 'No sheets yet' });
});

test('pairs are not searched for once all is chosen', async () => {
  const api = openForm({ handlers: { [path]: { body: found } } });
  await screen.findByRole('heading', { name: /^Adds/ });
  expect(api.received(path)).toHaveLength(0);
});

test('a phone shows the pairs above the fields', async () => {
  const list = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(list, { matches: true }));
  open();
  const pairs = await screen.findByRole('region', { name: 'Likely pairs' });
  const field = await select('Source Sheet');
  expect(pairs.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
