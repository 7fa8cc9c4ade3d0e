import type { HealthReport } from '@picksync/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choose, select } from '../../../../testing/choose.ts';
import { openForm } from '../../../../testing/open-form.ts';
import { preview } from '../../../../testing/previews.ts';

const path = 'POST /api/configurations/check';

const found = (...findings: HealthReport['findings']) => ({
  body: { checkedAt: new Date().toISOString(), findings },
});
const rights = { check: 'rights', status: 'ok', message: 'You may change it.', fix: null } as const;
const type = { check: 'type', status: 'ok', message: 'It is a dropdown.', fix: null } as const;
const size = {
  check: 'size',
  status: 'ok',
  message: 'The list has 5 entries, and 500 fit.',
  fix: null,
} as const;
const shown = async () =>
  within(await screen.findByRole('list', { name: 'Checks' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('says in one line that all is ready, and shows each check on a click', async () => {
  openForm({ handlers: { [path]: found(rights, type, size) } });
  const line = await screen.findByRole('button', { name: 'Ready. 2 checks passed' });
  expect(screen.queryByRole('list', { name: 'Checks' })).toBeNull();
  await userEvent.click(line);
  await screen.findByText('7 options fit, the limit is 500.');
  expect(await shown()).toEqual(['Well: You may change it.', 'Well: 7 options fit, the limit is 500.']);
});

test('nothing is called ready while the preview says that a sync would be refused', async () => {
  const tooLong = preview({ optionCountAfter: 501, verdict: 'refused' });
  openForm({
    handlers: { [path]: found(rights, type), 'POST /api/configurations/preview': { body: tooLong } },
  });
  await screen.findByRole('button', { name: '1 check passed' });
});

test('a problem is shown by itself and leads to where it is ended', async () => {
  const taken = {
    check: 'only_writer',
    status: 'problem',
    message: 'Another automation fills it.',
    fix: { kind: 'choose_target', label: 'Choose another column' },
  } as const;
  const api = openForm({ handlers: { [path]: found(rights, taken) } });
  await screen.findByText('Another automation fills it.');
  expect(screen.getByRole('button', { name: '1 of 3 checks failed' })).toBeTruthy();
  expect(await shown()).toEqual(['Problem: Another automation fills it.Choose another column']);
  await userEvent.click(screen.getByRole('button', { name: 'Choose another column' }));
  const target = await select('Target Dropdown Column');
  await waitFor(() => expect(document.activeElement).toBe(target));
  // What no check looks at asks for none.
  expect(api.received(path)).toHaveLength(1);
  api.handlers[path] = found(rights);
  await choose('Source Column', 'City');
  await waitFor(() => expect(api.received(path)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText('Another automation fills it.')).toBeNull());
});

test('checks that could not be made can be asked for again', async () => {
  const api = openForm({ handlers: { [path]: { status: 503, body: {} } } });
  await screen.findByText('Rights and limits could not be looked into.');
  api.handlers[path] = found(rights);
  await userEvent.click(screen.getByRole('button', { name: 'Try again: rights and limits' }));
  await screen.findByRole('button', { name: 'Ready. 2 checks passed' });
});

test('a note is shown by itself and takes nothing from being ready', async () => {
  const webhook = {
    check: 'webhook',
    status: 'note',
    message: 'Checked every 15 minutes.',
    fix: null,
  } as const;
  openForm({ handlers: { [path]: found(rights, webhook) } });
  await screen.findByRole('button', { name: 'Ready. 2 checks passed' });
  expect(await shown()).toEqual(['Good to know: Checked every 15 minutes.']);
});

test('says how soon changes arrive where Smartsheet tells of them', async () => {
  const webhook = { check: 'webhook', status: 'ok', message: 'Smartsheet tells.', fix: null } as const;
  openForm({ handlers: { [path]: found(rights, webhook) } });
  await screen.findByRole('button', {
    name: /^Ready\. 3 checks passed\s*Changes arrive within about a minute$/,
  });
});
