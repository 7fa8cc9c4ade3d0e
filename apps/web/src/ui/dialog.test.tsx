import { Dialog } from '@picksync/ui/dialog.tsx';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithHistory } from '../testing/render-with-history.tsx';

/** A window that opens a second one above itself. */
function TwoWindows() {
  const [isOpen, setOpen] = useState(true);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Below">
          <button type="button" onClick={() => setAsked(true)}>
            Open another
          </button>
        </Dialog>
      )}
      {isAsked && (
        <Dialog onClose={() => setAsked(false)} title="Above">
          <input aria-label="Password" />
        </Dialog>
      )}
    </>
  );
}

test('Escape closes the window that has just opened, also in the moment in which the focus comes to it', async () => {
  renderWithHistory(<TwoWindows />);
  const escapeAtOnce = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    document.removeEventListener('focusin', escapeAtOnce);
    fireEvent.keyDown(target, { key: 'Escape' });
  };
  document.addEventListener('focusin', escapeAtOnce);
  fireEvent.click(screen.getByRole('button', { name: 'Open another' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Below' })).toBeDefined();
});

test('Back closes the window that is on top, and leads away only when none is open', async () => {
  const { back, address } = renderWithHistory(<TwoWindows />);
  fireEvent.click(screen.getByRole('button', { name: 'Open another' }));
  await screen.findByRole('dialog', { name: 'Above' });
  back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Below' })).toBeDefined();
  back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(address()).toBe('/here'));
  back();
  expect(address()).toBe('/before');
});

test('a window that closes is no step back, also when the address below it was written while it was open', async () => {
  const { back, place, address, writeAddress } = renderWithHistory(<TwoWindows />);
  await waitFor(() => expect(place()).toBe(2));
  writeAddress('/here?search=plants');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe(1));
  back();
  expect(address()).toBe('/before');
});

test('a window that asks before it closes is asked by each Back', () => {
  const ask = vi.fn();
  const { back, place } = renderWithHistory(<Dialog onClose={ask} title="Recovery codes" />);
  const opened = place();
  back();
  back();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(place()).toBe(opened);
});

test('a window that closes below another one is no step back once that one is closed', async () => {
  let closeBelow = () => {};
  const Page = () => {
    const [isOpen, setOpen] = useState(true);
    const [isAbove, setAbove] = useState(false);
    closeBelow = () => setOpen(false);
    return (
      <>
        {isOpen && (
          <Dialog onClose={() => setOpen(false)} title="Below">
            <button type="button" onClick={() => setAbove(true)}>
              Open another
            </button>
          </Dialog>
        )}
        {isAbove && <Dialog onClose={() => setAbove(false)} title="Above" />}
      </>
    );
  };
  const { back, place, address } = renderWithHistory(<Page />);
  await waitFor(() => expect(place()).toBe(2));
  fireEvent.click(screen.getByRole('button', { name: 'Open another' }));
  await waitFor(() => expect(place()).toBe(3));
  act(closeBelow);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Below' })).toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe(1));
  back();
  expect(address()).toBe('/before');
});
