import type { Automation, Preview, Review } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automationPath, openAutomation, run } from '../../../testing/automation-page.ts';
import { automation, stopped } from '../../../testing/automations.ts';
import { openLine, openOptions } from '../../../testing/choose.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { chosenValues, openForm, previewPath } from '../../../testing/open-form.ts';
import { premiumMember } from '../../../testing/people.ts';
import { preview, toList, toRenames } from '../../../testing/previews.ts';

const merge = { isMerge: true };
const renames = toRenames(
  ['Acme Ltd', 'Acme GmbH', 127],
  ['Eastgate Railways', 'Eastgate Rail', 19],
  ['Halcyon Air', 'Halcyon Group', 8, merge],
  ['Halcyon Cargo', 'Halcyon Group', 5, merge],
);
const names = (given: Partial<Preview> = {}) =>
  preview({
    renames,
    added: toList(),
    removed: toList(),
    verdict: 'waiting_review',
    reason: 'names_changed',
    needsReview: true,
    ...given,
  });
const waiting = stopped({
  renames: 'follow',
  lastFailure: 'names_changed',
  review: {
    ...{ fingerprint: 'first', reason: 'names_changed', added: 0, removed: 0, optionCount: 44 },
    ...{ sourceRows: null, newRows: null, renamed: 4, renamedRows: 159 },
  },
});

const open = (given: { automation?: Automation; preview?: Preview } = {}) =>
  openAutomation({ automation: waiting, preview: names(), ...given, at: '/review' });
const renaming = (given: Partial<NonNullable<Automation['renaming']>>, others: Partial<Automation> = {}) =>
  automation({
    renames: 'follow',
    renaming: { names: 1, cells: 620, cellsRenamed: 312, cellsLocked: 0, isWaiting: false, ...given },
    ...others,
  });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const box = (name: RegExp) => screen.findByRole('checkbox', { name });

test('a review of names lists them with their rows, ticks all but merges, and its sums follow the ticks', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: '4 names have changed in the source' });
  const list = await screen.findByRole('list', { name: 'Names that changed' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  expect((await box(/^Acme Ltd/)).getAttribute('aria-checked')).toBe('true');
  expect((await box(/^Halcyon Air/)).getAttribute('aria-checked')).toBe('false');
  within(list).getByText(/^Two names became this one/);
  await screen.findByText(/^2 ticked, 146 cells\./);
  await screen.findByText(
    'Changes 146 cells. It also adds Halcyon Group and removes Halcyon Air and Halcyon Cargo. 13 rows keep their text.',
  );
  await expectAccessible();
  await userEvent.click(await box(/^Eastgate Railways/));
  await screen.findByRole('button', { name: 'Rename 1 option' });
  await screen.findByText(/^1 ticked, 127 cells\./);
});

test('a name that keeps locked cells stays when it is ticked, and goes when it is not', async () => {
  const list = toRenames(['Acme Ltd', 'Acme GmbH', 2, { locked: 1 }], ['Halcyon Air', 'Halcyon Group', 1]);
  open({ preview: names({ renames: list, kept: toList('Acme Ltd', 'Fjord Seafood') }) });
  const stays = await screen.findByRole('region', { name: 'What stays 2' });
  expect(stays.textContent).toContain('Acme Ltd');
  await userEvent.click(await box(/^Acme Ltd/));
  await screen.findByText(/It also adds Acme GmbH and removes Acme Ltd\./);
  expect(stays.textContent).toBe('What stays 1Fjord Seafood');
});

test('a review of names says that the report reads fewer sheets, and what would go with them', async () => {
  const fewerSheets = { found: 7, before: 9 };
  const review = { ...(waiting.review as Review), fewerSheets, removed: 3 };
  open({
    automation: { ...waiting, review },
    preview: names({ fewerSheets, removed: { count: 3, options: [] } }),
  });
  await screen.findByRole('heading', {
    level: 1,
    name: '4 names have changed, and the report reads fewer sheets',
  });
  await screen.findByText(/The report reads 7 sheets instead of 9, and 3 options would be removed\./);
  await screen.findByText(/It also adds .* and removes .* and 3 other options\./);
  await expectAccessible();
});

test('exactly the ticked lines are approved', async () => {
  const { api } = open();
  await userEvent.click(await box(/^Halcyon Air/));
  const path = `POST ${automationPath}/approve`;
  api.handlers[path] = { body: { message: 'Approved', configuration: automation() } };
  await press('Rename 3 options');
  await waitFor(() =>
    expect(api.received(path)[0]?.body).toEqual({
      fingerprint: 'first',
      renames: ['Acme Ltd', 'Eastgate Railways', 'Halcyon Air'],
    }),
  );
});

test('after an approval the page says how many options are renamed, and which cells keep a name', async () => {
  const { api, show } = open();
  const lastRun = { at: new Date().toISOString(), outcome: 'changed', added: 0, removed: 0 } as const;
  api.handlers[`POST ${automationPath}/approve`] = () => {
    show({
      automation: renaming(
        { cellsRenamed: 618, cellsLocked: 2, isWaiting: true },
        { lastRun: { ...lastRun, renamed: 2, optionCount: 45, warnings: ['cells_locked'] } },
      ),
    });
    return { body: { message: 'Approved', configuration: { ...waiting, syncState: 'queued' } } };
  };
  await press('Rename 2 options');
  await screen.findByText('2 options renamed. 2 cells with the old name cannot be changed.');
});

test('the old names can be kept, and the source can be opened', async () => {
  const { api } = open();
  const path = `POST ${automationPath}/keep`;
  api.handlers[path] = { body: { message: 'Kept', configuration: automation() } };
  const source = await screen.findByRole('link', { name: /^Open the source/ });
  expect(source.getAttribute('href')).toBe(waiting.sourceSheetPermalink);
  await press('Keep the old names');
  await waitFor(() => expect(api.received(path)[0]?.body).toEqual({ fingerprint: 'first' }));
});

test('names that changed meanwhile are told with both figures, and nothing is renamed', async () => {
  const { api, show } = open();
  await screen.findByRole('button', { name: 'Rename 2 options' });
  api.handlers[`POST ${automationPath}/approve`] = {
    status: 409,
    body: { code: 'review_outdated', message: 'The sheets have changed since you looked.' },
  };
  const fewer = toRenames(['Acme Ltd', 'Acme GmbH', 127], ['Marlow Foods', 'Marlow Foods AG', 4]);
  show({ preview: names({ renames: fewer, fingerprint: 'fresh' }) });
  await press('Rename 2 options');
  await screen.findByRole('heading', {
    name: 'Nothing was renamed: the sheets have changed since you looked',
  });
  await screen.findByText(/2 names instead of 4\.$/);
  await screen.findByRole('heading', { name: '2 instead of 4' });
});

test('a name that waits for its cells stands apart from what would be renamed, and is not asked about again', async () => {
  const { list } = toRenames(['Halcyon Air', 'Halcyon Group', 1, { locked: 1 }]);
  const given = names({
    renames: { ...toRenames(['Acme Ltd', 'Acme GmbH', 127]), underWay: { count: 1, cells: 0, list } },
  });
  open({ preview: given });
  const asked = await screen.findByRole('list', { name: 'Names that changed' });
  expect(within(asked).getAllByRole('listitem')).toHaveLength(1);
  await screen.findByRole('button', { name: 'Rename 1 option' });
  openAutomation({ automation: waiting, preview: given });
  const begun = await screen.findByRole('region', { name: 'Names that wait for their cells 1' });
  within(begun).getByText(
    /^It is locked, holds a formula, or Smartsheet refuses it: it keeps the old name\./,
  );
  await screen.findByRole('region', { name: 'Would be renamed 1' });
});

test('names that are back need no answer', async () => {
  open({ preview: preview({ verdict: 'unchanged', renames: toRenames() }) });
  await screen.findByText('The names are back as they were.');
});

test('a run tells renamed options and their cells apart', async () => {
  const one = run({ id: '1', outcome: 'changed', added: 1, removed: 2, renamed: 4, cellsRenamed: 162 });
  const two = run({ id: '2', outcome: 'changed', renamed: 1, cellsRenamed: 27, cellsLocked: 2 });
  openAutomation({ runs: [one, two, run({ id: '3' }), run({ id: '4', trigger: 'user' })] });
  await screen.findByText('162 cells renamed');
  await screen.findByText('27 of 29 cells renamed, 2 keep the old name');
  expect(screen.getAllByText('4 renamed').length).toBeGreaterThan(0);
});

test('the page says how far the cells are', async () => {
  openAutomation({ automation: renaming({}) });
  await screen.findByText('312 of 620 cells are renamed.');
});

test('the page says which cells keep a name, and leads to their sheet', async () => {
  openAutomation({ automation: renaming({ cellsRenamed: 618, cellsLocked: 2, isWaiting: true }) });
  const card = await screen.findByRole('region', { name: 'What needs attention' });
  await within(card).findByText('2 cells with the old name cannot be changed.');
  const link = within(card).getByRole('link', { name: /^Open the destination/ });
  expect(link.getAttribute('href')).toBe(automation().sheetPermalink);
});

const locked = toRenames(
  ['Acme Ltd', 'Acme GmbH', 27],
  ['Eastgate Railways', 'Eastgate Rail', 19, { locked: 2 }],
);

function openOptionsWith(given: Preview) {
  return openForm({
    member: premiumMember,
    values: { ...chosenValues, renames: 'follow' },
    handlers: { [previewPath]: { body: given } },
  });
}

test('the preview of the form shows what is renamed, with rows and locked cells', async () => {
  openOptionsWith(preview({ renames: locked, added: toList('Fjord Seafood'), removed: toList() }));
  await screen.findByRole('heading', { name: 'Renames 2 options, adds 1' });
  const list = await screen.findByRole('region', { name: 'Renamed 2' });
  expect(within(list).getAllByRole('listitem')[1]?.textContent).toContain('2 of them are locked');
  await screen.findByText(/^44 cells change\./);
});

test('the preview says of names that become one that a person has to tick them', async () => {
  const merge = { isMerge: true };
  const merged = toRenames(['Halcyon Air', 'Halcyon', 8, merge], ['Halcyon Cargo', 'Halcyon', 5, merge]);
  openOptionsWith(preview({ renames: merged, added: toList(), removed: toList() }));
  const list = await screen.findByRole('region', { name: 'Renamed 2' });
  expect(within(list).getAllByText(/^Two names became this one\./)).toHaveLength(1);
});

test('the preview says when names are not known yet', async () => {
  openOptionsWith(preview());
  await screen.findByText(/^Which row has which name is known from the next sync on\./);
});

test('the limit of rows is asked for only where names are followed, and names are not offered in every mode', async () => {
  openOptionsWith(preview());
  await openOptions('Rename limit');
  await screen.findByLabelText('Ask me above');
  await openLine('Renames');
  await userEvent.click(screen.getByRole('radio', { name: 'Add the new name, remove the old one' }));
  expect(screen.queryByRole('button', { name: /^Rename limit/ })).toBeNull();
  await openLine('Mode');
  await userEvent.click(screen.getByRole('radio', { name: 'Add only' }));
  await screen.findByText('Not available where nothing is removed: the old name stays as well');
  await expectAccessible();
});
