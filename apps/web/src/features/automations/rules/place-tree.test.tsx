import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { chosenValues, openForm } from '../../../testing/open-form.ts';
import { premiumMember } from '../../../testing/people.ts';

const place = (kind: 'workspace' | 'folder', id: string, name: string) => ({ kind, id, name });

function openTree() {
  return openForm({
    member: premiumMember,
    values: { ...chosenValues, name: '', targetSheet: null, targetColumn: null },
    handlers: {
      'GET /api/smartsheet/places': ({ path }) => ({
        body: {
          places: path.includes('workspaceId=5')
            ? [place('folder', '77', 'Client projects'), place('folder', '78', 'Templates')]
            : [place('workspace', '5', 'Delivery'), place('workspace', '6', 'Sales')],
          sheetCount: 0,
          isWhole: true,
        },
      }),
    },
  });
}

const item = (name: string) => screen.findByRole('treeitem', { name });
const hasFocus = async (name: string) => expect(document.activeElement).toBe(await item(name));

test('the tree of folders is one stop for Tab, and arrow keys move in it', async () => {
  openTree();
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  const first = await item('Delivery');
  expect(screen.getAllByRole('treeitem').map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  first.focus();
  await userEvent.keyboard('{ArrowDown}');
  await hasFocus('Sales');
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  expect(first.getAttribute('aria-expanded')).toBe('true');
  await item('Client projects');
  await expectAccessible();
  await userEvent.keyboard('{ArrowRight}');
  await hasFocus('Client projects');
  await userEvent.keyboard('t');
  await hasFocus('Templates');
  await userEvent.keyboard('{Home}{End}');
  await hasFocus('Sales');
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
  await hasFocus('Delivery');
  await userEvent.keyboard('{ArrowLeft}');
  expect(first.getAttribute('aria-expanded')).toBe('false');
});

test('Enter chooses a folder of the tree, and the focus goes on to what takes its place', async () => {
  openTree();
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  (await item('Delivery')).focus();
  await userEvent.keyboard('{ArrowRight}');
  await item('Templates');
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  await screen.findByText('In the workspace Delivery');
  const change = screen.getByRole('button', { name: 'Change the workspace or folder' });
  expect(document.activeElement).toBe(change);
});

test('a draft of a rule is there again after a reload', async () => {
  openTree();
  await userEvent.click(await screen.findByRole('radio', { name: 'A folder' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sales' }));
  await screen.findByText('A workspace');
  await userEvent.click(screen.getByRole('radio', { name: /^Ask me first/ }));
  cleanup();
  openTree();
  await screen.findByText('A workspace');
  expect((screen.getByRole('radio', { name: /^Ask me first/ }) as HTMLInputElement).checked).toBe(true);
  const title = screen.getByLabelText('Target Dropdown Column') as HTMLInputElement;
  await waitFor(() => expect(title.value).toBe('Client name'));
});
