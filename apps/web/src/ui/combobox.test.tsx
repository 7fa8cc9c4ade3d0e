import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { Field } from './field.tsx';

const sheets: ComboboxOption[] = [
  { value: '1', label: 'Clients', disabledReason: 'You need to be an admin or the owner of this sheet' },
  { value: '2', label: 'Projects' },
  { value: '3', label: 'Time sheet 2026' },
];

const Chooser = ({ options = sheets, loading = false }) => {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <Field label="Destination Sheet">
        {(control) => (
          <Combobox
            {...control}
            name="Destination Sheet"
            placeholder="Choose a sheet"
            emptyText="No sheets found"
            options={options}
            value={value}
            onChange={setValue}
            loading={loading}
          />
        )}
      </Field>
      <output>{value ?? 'nothing'}</output>
    </>
  );
};

const field = () => screen.getByLabelText('Destination Sheet');
const chosen = () => screen.getByRole('status').textContent;
const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);

test('an option is chosen with the mouse and shown', async () => {
  render(<Chooser />);
  await userEvent.click(field());
  await userEvent.click(screen.getByRole('option', { name: 'Projects' }));
  expect(chosen()).toBe('2');
  expect(field().textContent).toBe('Projects');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('searching narrows by every word, in any case and order', async () => {
  render(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('2026 TIME');
  expect(offered()).toEqual(['Time sheet 2026']);
});

test('with the keyboard alone one can search, choose and be back at the field', async () => {
  render(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}proj{Enter}');
  expect(chosen()).toBe('2');
  expect(document.activeElement).toBe(field());
});

test('what cannot be chosen stands last with its reason, and stays unchosen', async () => {
  render(<Chooser />);
  await userEvent.click(field());
  const last = screen.getAllByRole('option').at(-1);
  expect(last?.textContent).toBe('ClientsYou need to be an admin or the owner of this sheet');
  expect(last?.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('clients{Enter}');
  expect(chosen()).toBe('nothing');
});

test('a choice can be cleared', async () => {
  render(<Chooser />);
  expect(screen.queryByRole('button', { name: 'Clear Destination Sheet' })).toBeNull();
  await userEvent.click(field());
  await userEvent.keyboard('time{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Destination Sheet' }));
  expect(chosen()).toBe('nothing');
  expect(field().textContent).toBe('Choose a sheet');
});

test('of very many options a hundred are drawn, and it says that there are more', async () => {
  const many = Array.from({ length: 312 }, (_, index) => ({ value: `${index}`, label: `Sheet ${index}` }));
  render(<Chooser options={many} />);
  await userEvent.click(field());
  expect(offered()).toHaveLength(100);
  expect(screen.getByText('Showing 100 of 312. Type to find the others.')).toBeTruthy();
  await userEvent.keyboard('sheet 311');
  expect(offered()).toEqual(['Sheet 311']);
});

test('an empty list says so, and a search without a hit names what was searched', async () => {
  const { unmount } = render(<Chooser options={[]} />);
  await userEvent.click(field());
  expect(screen.getByText('No sheets found')).toBeTruthy();
  unmount();
  render(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('zzz');
  expect(screen.getByText('Nothing found for “zzz”')).toBeTruthy();
});

test('while the options are being loaded the field says that it is busy', () => {
  render(<Chooser loading />);
  expect(field().getAttribute('aria-busy')).toBe('true');
});
