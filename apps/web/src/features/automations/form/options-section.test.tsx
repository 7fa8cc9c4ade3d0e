import type { Column } from '@picksync/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi } from '../../../testing/automations.ts';
import { choose, openLine, openOptions, shownIn } from '../../../testing/choose.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { chosenValues, createPath, openForm, previewPath } from '../../../testing/open-form.ts';
import { premiumMember } from '../../../testing/people.ts';
import { preview, toList } from '../../../testing/previews.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const column = (id: string, title: string, type = 'TEXT_NUMBER'): Column => ({
  id,
  title,
  type,
  selectable: false,
  reason: 'Neither a dropdown nor a contact column',
});

const columns = {
  'GET /api/smartsheet/sheets/101/columns': {
    body: [
      column('1011', 'Client name'),
      column('1012', 'City'),
      column('1013', 'Since', 'DATE'),
      column('1014', 'Active', 'CHECKBOX'),
    ],
  },
};

const made = { status: 201, body: { message: 'Done', configuration: automation() } };
const openPremium = (values = chosenValues) =>
  openForm({ member: premiumMember, values, handlers: { ...columns, [createPath]: made } });
const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create Automation' }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const words = async (label: string) =>
  within(await screen.findByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('closed, the options are a line that says what they are', async () => {
  openForm();
  const closed = await screen.findByRole('button', { name: /^Options/ });
  expect(closed.textContent).toBe('OptionsMirror, order of the source');
  await openOptions('Mode');
  await userEvent.click(screen.getByRole('radio', { name: 'Add only' }));
  await openLine('Order');
  await userEvent.click(screen.getByRole('radio', { name: 'Z to A' }));
  await openLine('Spelling');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ignore case' }));
  await openLine('Removed options stay');
  await type('Removed options stay for', '{Backspace}7');
  expect(closed.textContent).toBe(
    'Options, 4 changedAdd only, Z to A, ignores case, removed options stay 7 days',
  );
});

test('each option is a line with its value, one opens at a time, and all return to their defaults', async () => {
  openForm();
  await openOptions('Order');
  expect(screen.queryByRole('radio', { name: 'Mirror' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'A to Z' }));
  await openLine('Mode');
  expect(screen.queryByRole('radio', { name: 'A to Z' })).toBeNull();
  screen.getByRole('button', { name: 'Order A to Z' });
  screen.getByRole('button', {
    name: 'Removal limit Asks before it removes more than 50\u00a0% and 5 options',
  });
  await press('Reset to default');
  screen.getByRole('button', { name: 'Order As in the source' });
  expect(screen.queryByRole('button', { name: 'Reset to default' })).toBeNull();
});

test('copies say where they go and who can read them, and show what would stand there', async () => {
  const kept = toList('Aldergrove Dairy', 'Bergström & Söner', 'Calloway, Press', 'Marlow Foods');
  openForm({ handlers: { [previewPath]: { body: preview({ kept, optionCount: 4 }) } } });
  await openOptions('Copies');
  const tick = screen.getByRole('checkbox', { name: /^Keep a copy of the list in the destination sheet/ });
  expect(tick.getAttribute('aria-checked')).toBe('false');
  const hint = document.getElementById(tick.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(hint).toContain('among the attachments of Time sheet 2026, the newest ten');
  expect(hint).toContain('whoever can open the sheet can open it');
  expect(screen.queryByRole('region', { name: 'What stands in the sheet' })).toBeNull();
  await userEvent.click(tick);
  const example = await screen.findByRole('region', { name: 'What stands in the sheet' });
  expect(example.querySelector('pre')?.textContent).toBe(
    'Project\nAldergrove Dairy\nBergström & Söner\n"Calloway, Press"\n…',
  );
  expect(example.textContent).toMatch(/Picksync Project \d{4}-\d\d-\d\d \d\d\.\d\d\.csv4 options/);
  expect(screen.getByRole('button', { name: /^Options/ }).textContent).toContain('copies before removals');
});

test('options are previewed, sent, and kept across a reload', async () => {
  const api = openPremium();
  await openOptions('Filters');
  await press('Add a filter');
  await choose('Column of filter 1', 'City');
  await userEvent.selectOptions(screen.getByLabelText('Comparison of filter 1'), 'is not');
  await type('Value of filter 1', 'Bergen');
  await openLine('Split cells at');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Split cells at' }), 'Semicolons');
  await openLine('Pinned first');
  await type('Pin an option first', 'Internal{Enter}');
  await openLine('Pinned last');
  await type('Pin an option last', 'Other{Enter}');
  await openLine('Edits by hand');
  await userEvent.click(screen.getByRole('radio', { name: 'Ask me' }));
  const settings = {
    filters: {
      match: 'all',
      rules: [{ columnId: '1012', columnName: 'City', operator: 'not_equals', value: 'Bergen' }],
    },
    splitValues: ';',
    pinnedFirst: ['Internal'],
    pinnedLast: ['Other'],
    drift: 'ask',
  };
  await waitFor(() => expect(api.received(previewPath).at(-1)?.body).toMatchObject(settings));
  cleanup();
  const again = openPremium(
    JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage)[0] ?? '') ?? '').values,
  );
  await create();
  await screen.findByText('Success!');
  expect(again.received(createPath)[0]?.body).toMatchObject(settings);
});

test('the comparison fits the column, and the value the comparison', async () => {
  openPremium();
  await openOptions('Filters');
  await press('Add a filter');
  await choose('Column of filter 1', 'Since');
  expect(await words('Comparison of filter 1')).toEqual([
    'is before',
    'is after',
    'is blank',
    'is not blank',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Value of filter 1').type).toBe('date');
  await choose('Column of filter 1', 'Active');
  expect(await words('Comparison of filter 1')).toEqual(['is checked', 'is blank']);
  expect(screen.queryByLabelText('Value of filter 1')).toBeNull();
  await choose('Column of filter 1', 'City');
  await userEvent.selectOptions(screen.getByLabelText('Comparison of filter 1'), 'is more than');
  await type('Value of filter 1', 'many');
  await create();
  await screen.findByText('Please enter a number');
  for (let count = 1; count < 5; count += 1) await press('Add a filter');
  expect(screen.queryByRole('button', { name: 'Add a filter' })).toBeNull();
  expect(screen.getByRole('radiogroup', { name: 'Rows must match' })).toBeTruthy();
});

test.each([
  ['Filters', ['Add a filter'], 'Remove filter'],
  ['Label', ['Make a label', 'Add a column'], 'Remove column'],
])(
  'in %s the focus stays at the place of what was removed, and ends at the button that adds',
  async (line, adding, label) => {
    openPremium();
    await openOptions(line);
    const [first = '', more = first] = adding;
    for (const name of [first, more, more]) await press(name);
    const removers = () => screen.queryAllByRole('button', { name: new RegExp(`^${label} \\d`) });
    await userEvent.click(removers()[1] as HTMLElement);
    expect(document.activeElement).toBe(removers()[1]);
    await userEvent.click(removers()[1] as HTMLElement);
    expect(document.activeElement).toBe(removers()[0]);
    await userEvent.click(removers()[0] as HTMLElement);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: first }));
  },
);

test.each([
  ['Filters', ['Add a filter'], 5, 'Column of filter 5'],
  ['Label', ['Make a label', 'Add a column'], 3, 'Column 3 of the label'],
] as const)(
  'in %s the last one that may be added gets the focus, as the button that adds is gone',
  async (line, [first, more = first], most, last) => {
    openPremium();
    await openOptions(line);
    await press(first);
    for (let count = 2; count < most; count += 1) await press(more);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: more }));
    await press(more);
    expect(document.activeElement).toBe(screen.getByLabelText(last));
  },
);

test('a filter without a column marks the column, not its value', async () => {
  openPremium();
  await openOptions('Filters');
  await press('Add a filter');
  await create();
  const column = await screen.findByLabelText('Column of filter 1');
  await waitFor(() => expect(column.getAttribute('aria-invalid')).toBe('true'));
  const note = document.getElementById(column.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain('Please choose a column');
  expect(screen.getByLabelText('Value of filter 1').getAttribute('aria-invalid')).toBeNull();
});

test('a filter whose column is gone says so, and nothing is sent before it is mended', async () => {
  const rule = { columnId: '9', columnName: 'Status', operator: 'equals' as const, value: 'Open' };
  const api = openPremium({ ...chosenValues, filters: { match: 'all', rules: [rule] } });
  await screen.findByText('Text, 44 rows').catch(() => undefined);
  await create();
  await screen.findByText(
    /“Status” is no longer a column of Clients\. Choose another one or remove the filter/,
  );
  expect(api.received(createPath)).toHaveLength(0);
  expect(await shownIn('Column of filter 1')).toBe('Status');
  await press('Remove filter 1');
  await create();
  await screen.findByText('Success!');
});

test('a label is put together from columns and texts, and shows how it reads', async () => {
  const api = openPremium();
  api.handlers[previewPath] = { body: preview({ added: toList('Aldergrove (Bergen)') }) };
  await openOptions('Label');
  await press('Make a label');
  await choose('Column 1 of the label', 'Client name');
  await press('Add a column');
  await choose('Column 2 of the label', 'City');
  const between = screen.getByLabelText('Text before column 2');
  await userEvent.clear(between);
  await userEvent.type(between, ' (');
  await type('Text after', ')');
  await screen.findByText('Reads “Aldergrove (Bergen)”');
  // A label and a separator exclude each other.
  screen.getByText('Cells are not split where a label is made from several columns');
  const labelTemplate = {
    template: '{1} ({2})',
    columns: [
      { columnId: '1011', columnName: 'Client name' },
      { columnId: '1012', columnName: 'City' },
    ],
  };
  await waitFor(() => expect(api.received(previewPath).at(-1)?.body).toMatchObject({ labelTemplate }));
  await press('Remove column 1 of the label');
  await create();
  await screen.findByText('Success!');
  expect(api.received(createPath)[0]?.body).toMatchObject({
    labelTemplate: { template: '{1})', columns: [{ columnId: '1012', columnName: 'City' }] },
  });
});

test('pinned options are moved by the arrow keys, which is said, and the handle keeps the focus', async () => {
  openPremium();
  await openOptions('Pinned first');
  for (const pin of ['Internal', 'Pre-sales', 'Travel']) await type('Pin an option first', `${pin}{Enter}`);
  const pins = () =>
    within(screen.getByRole('list', { name: 'Pinned first' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await userEvent.click(screen.getByRole('button', { name: 'Move Internal, place 1 of 3' }));
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  expect(pins()).toEqual(['Pre-sales', 'Travel', 'Internal']);
  screen.getByText('Internal is at place 3 of 3 now');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Internal, place 3 of 3');
  await press('Unpin Travel');
  expect(pins()).toEqual(['Pre-sales', 'Internal']);
  await type('Pin an option first', 'Internal{Enter}');
  screen.getByText('It is pinned already.');
  expect(pins()).toHaveLength(2);
});

test('a pinned option is moved by dragging its handle over another one', async () => {
  openPremium({ ...chosenValues, pinnedLast: ['Other', 'Unknown'] });
  await openOptions('Pinned last');
  const list = await screen.findByRole('list', { name: 'Pinned last' });
  within(list)
    .getAllByRole('listitem')
    .forEach((pin, index) => {
      pin.getBoundingClientRect = () => new DOMRect(index * 100, 0, 90, 24);
    });
  fireEvent.pointerDown(screen.getByRole('button', { name: /^Move Other/ }), { button: 0 });
  fireEvent.pointerMove(list, { clientX: 150, clientY: 10 });
  fireEvent.pointerUp(list);
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Unknown', 'Other']);
});

test('options that a two-way automation cannot have say so', async () => {
  openPremium();
  await openOptions('Mode');
  await userEvent.click(screen.getByRole('radio', { name: 'Two-way' }));
  expect(screen.getAllByText('Not available for a two-way automation')).toHaveLength(6);
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Mirror' }));
  await openLine('Filters');
  screen.getByRole('button', { name: 'Add a filter' });
});

test('options outside the plan share one line, which names the plan that includes them', async () => {
  const { address } = openForm();
  await openOptions();
  const lacking = within(screen.getByRole('region', { name: 'Options of Premium' }));
  lacking.getByText('More with Premium');
  lacking.getByText('Filters, Split cells at, Label, Pinned first, Pinned last');
  lacking.getByText('Part of Premium. The trial has the features of Basic.');
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();
  await userEvent.click(lacking.getByRole('link', { name: 'View Plans' }));
  await waitFor(() => expect(address()).toBe('/subscription'));
});

test('options of a larger plan can be removed on a smaller one', async () => {
  const before = automation({ pinnedLast: ['Other'] });
  const api = fakeApi(dashboardApi([before]));
  const edit = `PATCH /api/configurations/${before.id}`;
  api.handlers[edit] = { body: { message: 'Done', configuration: automation() } };
  renderApp(`/dashboard?dialog=edit&automation=${before.id}`);
  await openOptions();
  await press('Remove: Pinned last');
  await press('Save changes');
  await screen.findByText('Automation updated');
  expect(api.received(edit)[0]?.body).toEqual({ pinnedLast: [] });
});

test('a warning of the preview leads to the option that fixes it', async () => {
  const api = openForm();
  const used = { options: 1, rows: 19 };
  const alike = { code: 'look_alikes' as const, message: '“ACME” and “Acme” look alike.' };
  const other = { code: 'look_alikes' as const, message: '“ACME” and “Acme Ltd” look alike.' };
  api.handlers[previewPath] = {
    body: preview({
      used,
      removed: toList(['Gone', 19]),
      kept: toList('ACME', 'Acme', 'Acme Ltd'),
      warnings: [alike, other],
    }),
  };
  await press('Keep options that are used');
  await waitFor(() => expect(api.received(previewPath).at(-1)?.body).toMatchObject({ mode: 'keep_used' }));
  // Only those that differ in nothing else.
  expect(screen.getAllByRole('button', { name: 'Ignore case' })).toHaveLength(1);
  await press('Ignore case');
  screen.getByText('Case is ignored now.');
  await waitFor(() => expect(api.received(previewPath).at(-1)?.body).toMatchObject({ ignoreCase: true }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ignore case' })).toBeNull());
  // Not the frame of the dialog.
  const heading = within(screen.getByRole('region', { name: 'Preview' })).getByRole('heading', { level: 2 });
  expect(document.activeElement).toBe(heading);
});
