import type { Preview } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { automation, dashboardApi } from '../../../../testing/automations.ts';
import { choose, openOptions } from '../../../../testing/choose.ts';
import { fakeApi } from '../../../../testing/fake-api.ts';
import { chosenValues, openForm, previewPath as path } from '../../../../testing/open-form.ts';
import { listOf, preview } from '../../../../testing/previews.ts';
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
  empty.getByText('Choose a source column and a dropdown to see what the first sync would do.');
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

test('while it is read again after a change, the difference before it stays', async () => {
  const api = openWith(preview());
  await heading('Adds 2 options, removes none');
  api.handlers[path] = 'silent';
  await openOptions();
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
      removed: listOf(['Eastgate Railways', 19], ['Bluebird Travel', 1]),
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
    preview({ verdict: 'unchanged', added: listOf() }),
  ],
  [
    'Would wait for your review',
    'This sync would remove 31 of 48 options.',
    preview({
      verdict: 'waiting_review',
      reason: 'wipe_guard',
      message: 'This sync would remove 31 of 48 options.',
      needsReview: true,
    }),
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

test('what is too long for a dropdown is not created before it fits', async () => {
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

test('a preview that would wait for a review leads to the limit that stops it', async () => {
  openWith(
    preview({ verdict: 'waiting_review', reason: 'wipe_guard', message: 'Stops.', needsReview: true }),
  );
  await screen.findByText('The sync will stop and ask you before it writes.');
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

test('a change of an automation is previewed as such, and a stop is said before it is saved', async () => {
  const edited = automation();
  const api = fakeApi({
    ...dashboardApi([edited]),
    [path]: { body: preview({ verdict: 'waiting_review', reason: 'wipe_guard', message: 'It stops.' }) },
  });
  renderApp(`/dashboard?dialog=edit&automation=${edited.id}`);
  const shown = await heading('Would wait for your review');
  shown.getByText('It stops.');
  shown.getByText(/^What the next sync would do\./);
  screen.getByText('The sync will stop and ask you before it writes.');
  expect(api.received(path)[0]?.body).toMatchObject({ automationId: edited.id });
});

test('of values that look alike it is said on request in which rows they stand, with a link to the source', async () => {
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
