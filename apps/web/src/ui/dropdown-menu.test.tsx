import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { Tooltip } from '@picksync/ui/tooltip.tsx';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi } from '../testing/automations.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { renderWithHistory } from '../testing/render-with-history.tsx';

/** The menu of a row, reached by keyboard. */
async function showRow() {
  fakeApi(dashboardApi([automation()]));
  const app = renderApp('/dashboard');
  const button = await screen.findByRole('button', { name: 'More: Clients into Time sheet' });
  button.focus();
  return { ...app, button };
}

const focused = () => document.activeElement?.textContent;
const gone = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

test('Enter and the arrows open a menu at its first or last item, and go round in it', async () => {
  const { button } = await showRow();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menu', { name: 'More: Clients into Time sheet' })).toBeTruthy();
  expect(button.ariaExpanded ?? button.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Edit');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Add another destination');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Edit');
  await userEvent.keyboard('d');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{Escape}');
  await gone();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{ArrowUp}');
  await screen.findByRole('menu');
  expect(focused()).toBe('Delete');
});

test('an open menu is no step of the way back', async () => {
  const { back, address } = renderWithHistory(
    <DropdownMenu trigger={<Button>Menu</Button>}>
      <MenuItem onSelect={() => undefined}>First</MenuItem>
    </DropdownMenu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByRole('menu');
  back();
  expect(address()).toBe('/before');
});

test('a chosen item opens its window when the menu is gone, and Back leads to the page without it', async () => {
  const { button, back, address } = await showRow();
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog');
  expect(screen.queryByRole('menu')).toBeNull();
  await back();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(address()).toBe('/dashboard');
});

test('a press outside closes the menu and keeps the focus where it went', async () => {
  const component = () => (
    <>
      <DropdownMenu trigger={<Button>Menu</Button>}>
        <MenuItem onSelect={() => undefined}>First</MenuItem>
      </DropdownMenu>
      <Button>Outside</Button>
    </>
  );
  const history = createMemoryHistory();
  render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component }), history })} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
  await screen.findByRole('menu');
  const outside = screen.getByRole('button', { name: 'Outside' });
  await userEvent.click(outside);
  await gone();
  expect(document.activeElement).toBe(outside);
});

test('a menu and an explanation in a window take the pointer and the keys, and Escape leaves the window open', async () => {
  const [onClose, onChosen] = [vi.fn(), vi.fn()];
  const component = () => (
    <Dialog onClose={onClose} title="Around it">
      <DropdownMenu trigger={<Button>Menu</Button>}>
        <MenuItem onSelect={() => onChosen('first')}>First</MenuItem>
        <MenuItem onSelect={() => onChosen('second')}>Second</MenuItem>
      </DropdownMenu>
      <Tooltip text="What it does">
        <Button>Explained</Button>
      </Tooltip>
    </Dialog>
  );
  const history = createMemoryHistory();
  render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component }), history })} />);
  const around = await screen.findByRole('dialog');
  const button = screen.getByRole('button', { name: 'Menu' });
  await userEvent.click(button);
  expect(around.contains(await screen.findByRole('menu'))).toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Second');
  await userEvent.keyboard('{Escape}');
  await gone();
  expect([onClose.mock.calls, document.activeElement]).toEqual([[], button]);

  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'First' }));
  await gone();
  expect(onChosen.mock.calls).toEqual([['first']]);

  await userEvent.hover(screen.getByRole('button', { name: 'Explained' }));
  expect(around.contains(await screen.findByRole('tooltip'))).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledWith(false);
});
