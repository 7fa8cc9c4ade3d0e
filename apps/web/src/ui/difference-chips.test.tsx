import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ContactsContext, DifferenceChips } from './difference-chips.tsx';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `Value ${index + 1}` }));
const chips = () => within(screen.getByRole('list')).getAllByRole('listitem');

test('a side of a difference says in a word, a sign and a count what it is, and what is to be said of each option', () => {
  const options = [{ text: 'Eastgate Railways', note: '19 rows' }, { text: 'Bluebird Travel' }];
  render(<DifferenceChips title="Removed" kind="removed" count={2} options={options} />);
  expect(screen.getByRole('region', { name: 'Removed 2' })).toBeTruthy();
  expect(chips().map(({ textContent }) => textContent)).toEqual([
    '−Eastgate Railways19 rows',
    '−Bluebird Travel',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  render(<DifferenceChips title="Removed" kind="removed" count={0} options={[]} />);
  expect(screen.queryByRole('region')).toBeNull();
});

test('shows a few of a long side, and all of them on request, to be searched and paged', async () => {
  render(<DifferenceChips title="Added" kind="added" count={512} options={numbered(200)} />);
  await userEvent.click(screen.getByRole('button', { name: '504 more: Added' }));
  // A hundred and the way on.
  expect(chips()).toHaveLength(101);
  expect(screen.getByText('200 of 512 are listed.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the next 100' }));
  expect(chips()).toHaveLength(200);
  await userEvent.type(screen.getByLabelText('Find in added'), '199 VALUE');
  expect(chips().map(({ textContent }) => textContent)).toEqual(['+Value 199']);
  await userEvent.type(screen.getByLabelText('Find in added'), 'x');
  expect(screen.getByText(/No value has this in it/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(chips()).toHaveLength(9);
});

test('contacts are lines: the name, a name that one had before it, and the address below', () => {
  const options = [
    { text: 'Olivia Park-Stone <olivia@b.example>', was: 'Olivia Park' },
    { text: 'desk@b.example', note: '6 rows' },
  ];
  render(
    <ContactsContext value>
      <DifferenceChips title="New name" kind="renamed" count={2} options={options} />
    </ContactsContext>,
  );
  expect(chips().map(({ textContent }) => textContent)).toEqual([
    '→Until now Olivia Park Olivia Park-Stoneolivia@b.example',
    '→desk@b.example6 rows',
  ]);
});

test('four contacts are shown of a long side, and the others on request', async () => {
  render(
    <ContactsContext value>
      <DifferenceChips title="Added" kind="added" count={12} options={numbered(12)} />
    </ContactsContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: '8 more: Added' }));
  expect(chips()).toHaveLength(12);
});
