import type { Preview } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi } from '../../../../testing/automations.ts';
import { choose, openOptions } from '../../../../testing/choose.ts';
import { fakeApi } from '../../../../testing/fake-api.ts';
import { chosenValues, openForm, previewPath as path } from '../../../../testing/open-form.ts';
import { preview, toList } from '../../../../testing/previews.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const openWith = (answer: Preview | { status: number; body: object }, values = chosenValues) =>
  openForm({ values, handlers: { [path]: 'status' in answer ? answer : { body: answer } } });

const panel = async () => within(await screen.findByRole('region', { name: 'Preview' }));
const heading = async (name: string | RegExp) => {
  await screen.findByRole('heading', { level: 2, name });
  return panel();
};
const createButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Automation' });

test('a preview is asked for when all is chosen, with everything but the name', async () => {
  const api = openWith(preview(), { ...chosenValues, targetColumn: null });
  const empty = await heading('Nothing to show yet');
  await empty.findByText('Choose a source column and a column to fill to see what the first sync would do.');
  expect(api.received(path)).toHaveLength(0);
  await choose('Target Dropdown Column', 'Project');
  const shown = await heading('Adds 2 options, removes none');
  expect(shown.getByRole('region', { name: 'Added 2' }).textContent).toContain('+Bergström & Söner');
  expect(shown.getByRole('region', { name: 'Kept 5' })).toBeTruthy();
  expect(api.received(path)).toHaveLength(1);
  expect(api.received(path)[0]?.body).toMatchObject({ sourceColumnId: '1011', targetColumnId: '1022' });
  expect(api.received(path)[0]?.body).not.toHaveProperty('name');
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Source Column' }));
  await heading('Nothing to show yet');
  expect(api.received(path)).toHaveLength(1);
});

test('the rows of the source are counted, and those of them that have a value', async () => {
  openWith(preview({ rows: { total: 23, matching: 23, valued: 20 } }));
  await heading('Adds 2 options, removes none');
  await screen.findByText(/23 rows, 20 with a value$/);
});

test('the difference stays while the preview is read again', async () => {
  const api = openWith(preview());
  await heading('Adds 2 options, removes none');
  api.handlers[path] = 'silent';
  await openOptions('Repeats');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remove duplicates' }));
  const stays = await heading('Adds 2 options, removes none');
  await stays.findByText('Reading again');
  await waitFor(() => expect(api.received(path)).toHaveLength(2));
  expect(api.received(path)[1]?.body).toMatchObject({ removeDuplicates: false });
  // Another list altogether takes its place.
  await choose('Source Column', 'City');
  (await heading('Reading both sheets')).getByText('Clients has 44 rows.');
});

test('rows that use what goes are counted, and what was left out is said', async () => {
  openWith(
    preview({
      removed: toList(['Eastgate Railways', 19], ['Bluebird Travel', 1]),
      used: { options: 2, rows: 20 },
      warnings: [
        { code: 'repeats', message: '7 repeated values are left out.' },
        { code: 'blanks', message: '4 blank cells are left out.' },
      ],
    }),
  );
  const shown = await heading('Adds 2 options, removes 2');
  shown.getByText('20 rows still use the 2 options that go.');
  const removed = within(shown.getByRole('region', { name: 'Removed 2' }));
  expect(removed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '−Eastgate Railways19 rows',
    '−Bluebird Travel1 row',
  ]);
  shown.getByText('7 repeated values are left out. 4 blank cells are left out.');
});

test.each([
  [
    'Nothing to do',
    'The dropdown already is as it should be.',
    preview({ verdict: 'unchanged', added: toList() }),
  ],
  [
    'Nothing would be written',
    'The target column is locked.',
    preview({
      verdict: 'refused',
      reason: 'target_column_locked',
      message: 'The target column is locked.',
    }),
  ],
  [
    'Adds 2 options, removes none',
    '480 options of 500 that fit. Beyond that no sync writes.',
    preview({ optionCountAfter: 480, warnings: [{ code: 'near_option_limit', message: 'Nearly full' }] }),
  ],
])('%s: %s', async (title, text, answer) => {
  openWith(answer);
  (await heading(title)).getByText(text);
  expect(createButton().disabled).toBe(false);
});

test('an automation with options too long for a dropdown is not created before they fit', async () => {
  const api = openWith(
    preview({ verdict: 'refused', reason: 'too_many_options', optionCountAfter: 512, message: 'Too many' }),
  );
  (await heading('512 values do not fit')).getByText('A dropdown holds 500. Nothing would be written.');
  await screen.findByText('Create Automation waits until the values fit.');
  expect(createButton().disabled).toBe(true);
  api.handlers[path] = { body: preview() };
  await choose('Source Column', 'City');
  await heading('Adds 2 options, removes none');
  expect(createButton().disabled).toBe(false);
});

/** All six options are others, and 60 rows use them. */
const replaced = (given: Partial<Preview> = {}) =>
  preview({
    verdict: 'waiting_review',
    reason: 'wipe_guard',
    message: 'A sync would remove 6 of 6 options, so it would ask you before it writes.',
    needsReview: true,
    removed: toList(
      ...['Fuel', 'Meals', 'Train', 'Flight', 'Software', 'Hotel'].map(
        (text) => [text, 10] as [string, number],
      ),
    ),
    kept: toList(),
    used: { options: 6, rows: 60 },
    optionCount: 6,
    optionCountAfter: 2,
    ...given,
  });

const createPath = 'POST /api/configurations';
const created = { status: 201, body: { message: 'Done', configuration: automation() } };
const tick = () => screen.findByRole('checkbox', { name: 'Replace these 6 options' });

test('a ticked preview is approved with the creation', async () => {
  const api = openWith(replaced());
  const shown = await heading('Replaces all 6 options');
  shown.getByText('Replaces 6 options that 60 rows use');
  shown.getByText('The 60 rows keep their text. Nobody can choose these options again.');
  shown.getByText('Without this tick, the first sync waits for your review.');
  screen.getByText('The first sync changes nothing and waits for you.');
  expect(shown.queryByText(/so it would ask|still use/)).toBeNull();
  await userEvent.click(await tick());
  shown.getByText('Create does exactly what is shown here.');
  screen.getByText('Creates, then replaces 6 options at once.');
  api.handlers[createPath] = created;
  await userEvent.click(createButton());
  await screen.findByText('Your automation has been set up successfully');
  expect(api.received(createPath)[0]?.body).toMatchObject({ fingerprint: 'first' });
  expect(api.received(createPath)[0]?.body).not.toHaveProperty('asksLater');
});

test('the button and the message say that an unticked preview is asked about later', async () => {
  const api = openWith(replaced());
  await tick();
  api.handlers[createPath] = created;
  await userEvent.click(screen.getByRole('button', { name: 'Create and ask me later' }));
  await screen.findByText(/set up successfully\. Its first sync changes nothing and waits for your review\./);
  expect(api.received(createPath)[0]?.body).toMatchObject({ asksLater: true });
  expect(api.received(createPath)[0]?.body).not.toHaveProperty('fingerprint');
});

test('a tick is for the difference that was shown, and gone with another', async () => {
  const api = openWith(replaced());
  await userEvent.click(await tick());
  api.handlers[path] = { body: replaced({ fingerprint: 'second' }) };
  await choose('Source Column', 'City');
  await waitFor(async () => expect((await tick()).getAttribute('aria-checked')).toBe('false'));
  screen.getByRole('button', { name: 'Create and ask me later' });
});

test('options that no row uses are called so, and some of many are counted', async () => {
  const api = openWith(replaced({ used: { options: 0, rows: 0 }, added: toList(), optionCountAfter: 0 }));
  (await heading('Removes all 6 options')).getByText('Removes 6 options that no row uses');
  api.handlers[path] = { body: replaced({ used: { options: 2, rows: 9 }, optionCount: 10 }) };
  await choose('Source Column', 'City');
  (await heading('Replaces 6 of 10 options')).getByText('Replaces 6 options, and 9 rows use 2 of them');
});

test.each(['source_empty', 'drift_found'] as const)(
  'a sync that would ask because of %s is not approved here',
  async (reason) => {
    openWith(replaced({ reason, message: 'It would ask you.' }));
    (await heading('Would wait for your review')).getByText('It would ask you.');
    expect(screen.queryByRole('checkbox', { name: /these 6/ })).toBeNull();
    screen.getByRole('button', { name: 'Create and ask me later' });
  },
);

test('a preview that would wait for a review leads to the limit that stops it', async () => {
  openWith(replaced());
  await userEvent.click(await screen.findByRole('button', { name: 'Change the removal limit' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Ask me before removing more than')),
  );
});

test('a preview that failed says why, can be tried again, and keeps nobody from creating', async () => {
  const message = 'Smartsheet cannot be reached right now.';
  const api = openWith({ status: 503, body: { code: 'smartsheet_unavailable', message } });
  (await heading('No preview right now')).getByText(message);
  expect(createButton().disabled).toBe(false);
  api.handlers[path] = { body: preview() };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Adds 2 options, removes none');
});

test('values are shown and kept nowhere: not in the draft, and not in memory once the form is closed', async () => {
  const api = openWith(preview());
  await heading('Adds 2 options, removes none');
  await userEvent.type(screen.getByLabelText('Automation Name'), '!');
  const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(stored).toContain('Clients into Time sheet!');
  expect(stored).not.toContain('Bergström');
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Automation Name')).toBeNull());
  await waitFor(() => {
    const cached = api.queryClient.getQueryCache().getAll();
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('Bergström');
  });
});

test('a change that would write rows is approved with a tick, and sent only with a change', async () => {
  const edited = automation();
  const message = 'A sync would add 12 rows to the source.';
  const api = fakeApi({
    ...dashboardApi([edited]),
    [path]: {
      body: preview({
        verdict: 'waiting_review',
        reason: 'rows_would_come',
        message,
        sourceRows: {
          added: { count: 12, options: [{ text: 'Café Noir', rows: null }] },
          deleted: { count: 0, cells: 0, rows: [] },
        },
      }),
    },
    [`PATCH /api/configurations/${edited.id}`]: { body: { message: 'Done', configuration: edited } },
  });
  renderApp(`/dashboard?dialog=edit&automation=${edited.id}`);
  const shown = await heading('Adds 12 rows to the source');
  shown.getByText(/^What the next sync would do\./);
  screen.getByText('The next sync changes nothing and waits for you.');
  screen.getByRole('button', { name: 'Save and ask me later' });
  expect(api.received(path)[0]?.body).toMatchObject({ automationId: edited.id });
  await userEvent.type(screen.getByLabelText('Automation Name'), ' 2027');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Add these 12 rows' }));
  shown.getByText('Save does exactly what is shown here.');
  screen.getByText('Saves, then adds 12 rows at once.');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Automation updated');
  expect(api.received(`PATCH /api/configurations/${edited.id}`)[0]?.body).toEqual({
    name: `${edited.name} 2027`,
    fingerprint: 'first',
  });
});

test('values that look alike list their rows on request, with a link to the source', async () => {
  const message = '“ACME ltd” and “Acme Ltd.” look alike.';
  openWith(preview({ warnings: [{ code: 'look_alikes', message, rowNumbers: [12, 1048] }] }));
  const shown = await heading(/^Adds/);
  shown.getByText(message);
  expect(shown.queryByText(/stand in rows/)).toBeNull();
  await userEvent.click(shown.getByRole('button', { name: 'Show both rows' }));
  shown.getByText(/^They stand in rows 12 and 1,048 of Clients\./);
  const link = shown.getByRole('link', { name: /^Open the source/ });
  expect(link.getAttribute('href')).toBe('https://app.smartsheet.com/sheets/101');
});
