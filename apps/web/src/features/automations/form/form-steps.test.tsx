import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { choose, openLine } from '../../../testing/choose.ts';
import { chosenValues, createPath, openForm } from '../../../testing/open-form.ts';

beforeEach(() => {
  const list = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(list, { matches: true }));
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const step = (name: string) => screen.findByRole('dialog', { name });

test('the form has three steps on a phone, and only the last one sends it', async () => {
  const api = openForm({
    values: { ...chosenValues, targetColumn: null },
    handlers: { [createPath]: { status: 201, body: { message: 'Done', configuration: automation() } } },
  });
  await press('Next: Options');
  await screen.findByText('Destination column ID is required');
  expect(screen.queryByRole('button', { name: 'Create Automation' })).toBeNull();
  await choose('Target Dropdown Column', 'Project');
  await press('Next: Options');
  await step('Options');
  expect(screen.queryByLabelText('Automation Name')).toBeNull();
  await openLine('Removal limit');
  await userEvent.clear(screen.getByLabelText('Ask me before removing more than'));
  await openLine('Repeats');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remove duplicates' }));
  await press('Next: Preview');
  await screen.findByText('Please enter a whole number from 0 to 100');
  // What is wrong opens by itself and has the focus.
  const limit = screen.getByLabelText('Ask me before removing more than');
  await waitFor(() => expect(document.activeElement).toBe(limit));
  await userEvent.type(limit, '40');
  await press('Next: Preview');
  await step('Preview');
  await screen.findByRole('heading', { name: 'Adds 2 options, removes none' });
  await press('Create Automation');
  await screen.findByText('Success!');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.received(createPath)[0]?.body).toMatchObject({ removeDuplicates: false, maxRemovalPercent: 40 });
  expect(api.address()).toBe('/dashboard');
});

test('Back goes one step back, by the browser’s button and by the form’s, and what was entered stays', async () => {
  const { back } = openForm();
  await press('Next: Options');
  await step('Options');
  await openLine('Repeats');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remove duplicates' }));
  await press('Next: Preview');
  await step('Preview');
  back();
  await step('Options');
  expect(screen.getByRole('checkbox', { name: 'Remove duplicates' }).getAttribute('aria-checked')).toBe(
    'false',
  );
  await press('Next: Preview');
  await step('Preview');
  await press('Back');
  await step('Options');
  back();
  await step('New Configuration');
  expect(screen.getByRole('img', { name: 'Step 1 of 3' })).toBeTruthy();
});
