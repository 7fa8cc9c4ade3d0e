import { Combobox } from '@picksync/ui/combobox.tsx';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithHistory } from '../testing/render-with-history.tsx';

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

const field = () => screen.getByLabelText<HTMLInputElement>('Destination Sheet');
const chosen = () => screen.getByRole('status').textContent;
const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);

test('an option is chosen with the mouse and shown', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.click(field());
  await userEvent.click(screen.getByRole('option', { name: 'Projects' }));
  expect(chosen()).toBe('2');
  expect(field().value).toBe('Projects');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('searching narrows by every word, in any case and order', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('2026 TIME');
  expect(offered()).toEqual(['Time sheet 2026']);
});

test('the keyboard alone searches, chooses and comes back to the field', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}proj{Enter}');
  expect(chosen()).toBe('2');
  expect(document.activeElement).toBe(field());
});

test('a disabled option stands last with its reason, and stays unchosen', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.click(field());
  const last = screen.getAllByRole('option').at(-1);
  expect(last?.textContent).toBe('ClientsYou need to be an admin or the owner of this sheet');
  expect(last?.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('clients{Enter}');
  expect(chosen()).toBe('nothing');
});

test('a choice can be cleared', async () => {
  renderWithHistory(<Chooser />);
  expect(screen.queryByRole('button', { name: 'Clear Destination Sheet' })).toBeNull();
  await userEvent.click(field());
  await userEvent.keyboard('time{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Destination Sheet' }));
  expect(chosen()).toBe('nothing');
  expect(field().value || field().placeholder).toBe('Choose a sheet');
});

test('draws a hundred of very many options, and says that there are more', async () => {
  const many = Array.from({ length: 312 }, (_, index) => ({ value: `${index}`, label: `Sheet ${index}` }));
  renderWithHistory(<Chooser options={many} />);
  await userEvent.click(field());
  expect(offered()).toHaveLength(100);
  expect(screen.getByText('Showing 100 of 312. Type to find the others.')).toBeTruthy();
  await userEvent.keyboard('sheet 311');
  expect(offered()).toEqual(['Sheet 311']);
});

test('an empty list says so, and a search without a hit names what was searched', async () => {
  const { unmount } = renderWithHistory(<Chooser options={[]} />);
  await userEvent.click(field());
  expect(screen.getByText('No sheets found')).toBeTruthy();
  unmount();
  renderWithHistory(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('zzz');
  expect(screen.getByText('Nothing found for “zzz”')).toBeTruthy();
});

test('an open list is no step of the way back', async () => {
  const { back, address } = renderWithHistory(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('proj{Enter}');
  await userEvent.keyboard('{ArrowDown}');
  await back();
  expect(address()).toBe('/before');
});

test('the field says that it is busy while the options are loading', () => {
  renderWithHistory(<Chooser loading />);
  expect(field().getAttribute('aria-busy')).toBe('true');
});

const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

test('the list opens with its first option active, and the arrows go round', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.tab();
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await userEvent.keyboard('{ArrowDown}');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(active()?.textContent).toBe('Projects');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()?.textContent).toBe('Time sheet 2026');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()?.textContent).toBe('Projects');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()?.textContent).toContain('Clients');
  expect(document.activeElement).toBe(field());
});

test('the chosen option is active when the list opens again', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.click(field());
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('3');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()?.textContent).toBe('Time sheet 2026');
  expect(active()?.getAttribute('aria-selected')).toBe('true');
});

test('the first option found is active after typing, and none when none was found', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}time');
  expect(active()?.textContent).toBe('Time sheet 2026');
  await userEvent.keyboard('zzz');
  expect(field().getAttribute('aria-activedescendant')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('nothing');
});

test('the open list announces its number of options', async () => {
  renderWithHistory(<Chooser />);
  const announced = () => document.querySelector('[aria-live="polite"].sr-only')?.textContent;
  expect(announced()).toBe('');
  await userEvent.click(field());
  expect(announced()).toBe('3 options');
  await userEvent.keyboard('proj');
  expect(announced()).toBe('1 option');
  await userEvent.keyboard('zzz');
  expect(announced()).toBe('Nothing found');
});

test('Escape closes the list, leaves the choice as it was and does not reach the dialog around it', async () => {
  const closed = vi.fn();
  renderWithHistory(
    <Dialog onClose={closed} title="Around it">
      <Chooser />
    </Dialog>,
  );
  await userEvent.click(field());
  await userEvent.keyboard('proj{Enter}');
  await userEvent.keyboard('time{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().value).toBe('Projects');
  expect(chosen()).toBe('2');
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});

test('Tab closes the list while the focus is still in the field', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  fireEvent.keyDown(field(), { key: 'Tab' });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(field());
});

test('emptying the field clears the choice, and typed text alone is no choice', async () => {
  renderWithHistory(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard('time{Enter}');
  await userEvent.keyboard('xyz');
  await userEvent.tab();
  expect(field().value).toBe('Time sheet 2026');
  await userEvent.clear(field());
  await userEvent.tab();
  expect(chosen()).toBe('nothing');
  expect(screen.queryByRole('listbox')).toBeNull();
});
