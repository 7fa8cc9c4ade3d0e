import { Dialog } from '@picksync/ui/dialog.tsx';
import { pass } from '@picksync/ui/testing/held-time.ts';
import { Toaster, type ToastMessage } from '@picksync/ui/toast.tsx';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithHistory } from '../testing/render-with-history.tsx';

const message: ToastMessage = { id: 1, title: 'Form reset', tone: 'plain' };

/** A window from which a message is shown. */
function Window({ onClose }: { onClose: () => void }) {
  const [toast, setToast] = useState<ToastMessage | null>(null);
  return (
    <>
      <Dialog onClose={onClose} title="New Configuration">
        <button type="button" onClick={() => setToast(message)}>
          Reset
        </button>
      </Dialog>
      <Toaster toast={toast} isOpen={toast !== null} onDismiss={() => setToast(null)} />
    </>
  );
}

test('Escape closes the window below a message, and not just the message', async () => {
  const onClose = vi.fn();
  renderWithHistory(<Window onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await screen.findByText('Form reset');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByText('Form reset')).toBeNull();
});

test('Escape in a message closes it and leads the focus back to where it was', async () => {
  const onDismiss = vi.fn();
  render(
    <>
      <input aria-label="Name" />
      <Toaster toast={message} isOpen onDismiss={onDismiss} />
    </>,
  );
  screen.getByLabelText('Name').focus();
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
  dismiss.focus();
  await userEvent.keyboard('{Escape}');
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(message.id);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('a message goes by itself after five seconds, also after one that was dismissed by hand', async () => {
  vi.useFakeTimers();
  const onDismiss = vi.fn();
  const { rerender } = render(<Toaster toast={message} isOpen onDismiss={onDismiss} />);
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  fireEvent.pointerMove(dismiss);
  dismiss.focus();
  fireEvent.click(dismiss);
  rerender(<Toaster toast={message} isOpen={false} onDismiss={onDismiss} />);
  rerender(<Toaster toast={{ ...message, id: 2 }} isOpen onDismiss={onDismiss} />);
  await pass(4999);
  expect(onDismiss.mock.calls).toEqual([[1]]);
  await pass(1);
  expect(onDismiss.mock.calls).toEqual([[1], [2]]);
});

test('F8 brings the focus to the first button of a message', async () => {
  render(<Toaster toast={message} isOpen onDismiss={() => {}} />);
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(dismiss);
});

test.each([
  ['dismissed by a swipe of 50 pixels to the right', 60, 1],
  ['kept by a shorter one', 30, 0],
  ['kept by one to the left', -60, 0],
])('a message is %s', async (_, distance, dismissals) => {
  const onDismiss = vi.fn();
  render(<Toaster toast={message} isOpen onDismiss={onDismiss} />);
  const item = await screen.findByRole('listitem');
  item.setPointerCapture = () => {};
  item.hasPointerCapture = () => false;
  const at = (clientX: number) => ({ pointerId: 1, pointerType: 'touch', button: 0, clientX, clientY: 0 });
  fireEvent.pointerDown(item, at(0));
  fireEvent.pointerMove(item, at(distance / 2));
  fireEvent.pointerMove(item, at(distance));
  fireEvent.pointerUp(item, at(distance));
  expect(onDismiss).toHaveBeenCalledTimes(dismissals);
});

/** A window that can be closed while a message is shown. */
function Closing() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title="New Configuration"
          footer={<button type="button">Create</button>}
        />
      )}
      <Toaster toast={message} isOpen onDismiss={() => setOpen(false)} />
    </>
  );
}

test('a message is part of the open window, read out there, and goes on above the page when it closes', async () => {
  renderWithHistory(<Closing />);
  const inWindow = await screen.findByRole('dialog');
  await waitFor(() => expect(inWindow.contains(screen.getByRole('listitem'))).toBe(true));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Form reset'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('listitem').textContent).toContain('Form reset');
});

test('F8 reaches a message in an open window, which keeps the focus to itself', async () => {
  renderWithHistory(<Closing />);
  const inWindow = await screen.findByRole('dialog');
  await waitFor(() => expect(inWindow.contains(screen.getByRole('listitem'))).toBe(true));
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
});

test('a message that moves out of a window goes by itself, though the pointer was on it there', async () => {
  vi.useFakeTimers();
  const onDismiss = vi.fn();
  const open = (isWindow: boolean) => (
    <>
      {isWindow && <Dialog onClose={() => undefined} title="A window" footer={<span>Foot</span>} />}
      <Toaster toast={message} isOpen onDismiss={onDismiss} />
    </>
  );
  const { rerender } = render(open(true));
  fireEvent.pointerMove(screen.getByRole('listitem'));
  await pass(6000);
  expect(onDismiss).not.toHaveBeenCalled();
  rerender(open(false));
  await pass(5000);
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(message.id);
});

test('a message moves above a bar with buttons that stands where it would', async () => {
  const bar = { left: 0, right: 800, top: 700, bottom: 768, width: 800, height: 68 } as DOMRect;
  const box = { left: 300, right: 600, top: 690, bottom: 740, width: 300, height: 50 } as DOMRect;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    return this.role === 'toolbar' || this.getAttribute('role') === 'toolbar' ? bar : box;
  });
  render(
    <>
      <div role="toolbar" aria-label="Chosen" />
      <Toaster toast={message} isOpen onDismiss={() => {}} />
    </>,
  );
  await screen.findByRole('listitem');
  expect(screen.getByRole('list').style.getPropertyValue('--up')).toBe('48px');
});

test('an error stays until it is dismissed, and says how many more there are', async () => {
  vi.useFakeTimers();
  const onDismiss = vi.fn();
  render(<Toaster toast={{ ...message, tone: 'bad' }} isOpen waiting={2} onDismiss={onDismiss} />);
  await pass(20_000);
  expect(onDismiss).not.toHaveBeenCalled();
  expect(screen.getByText('2 more messages')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(message.id);
});

test.each([
  ['plain', 'polite'],
  ['bad', 'assertive'],
] as const)(
  'a message that is %s is read out %sly, with another way to what it offers',
  async (tone, live) => {
    const action = { label: 'Undo', elsewhere: 'It can be undone in the history.', act: () => undefined };
    render(<Toaster toast={{ ...message, tone, action }} isOpen onDismiss={() => undefined} />);
    const region = await screen.findByRole('status');
    await waitFor(() => expect(region.textContent).toContain('Form reset  It can be undone in the history.'));
    expect(region.getAttribute('aria-live')).toBe(live);
    expect(screen.getAllByRole('status')).toHaveLength(1);
  },
);

test('the button of a message is reached by F8, acts once, and takes the message away', async () => {
  const act = vi.fn();
  const onDismiss = vi.fn();
  const action = { label: 'Try again', elsewhere: 'It can be tried again from the page.', act };
  render(
    <>
      <input aria-label="Name" />
      <Toaster toast={{ ...message, tone: 'bad', action }} isOpen onDismiss={onDismiss} />
    </>,
  );
  screen.getByLabelText('Name').focus();
  const button = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(act).toHaveBeenCalledOnce();
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(message.id);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('an error moves when a button comes to where it stands', async () => {
  vi.useFakeTimers();
  let bar = { left: 0, right: 800, top: 100, bottom: 140, width: 800, height: 40 } as DOMRect;
  const box = { left: 300, right: 600, top: 690, bottom: 740, width: 300, height: 50 } as DOMRect;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    return this.getAttribute('role') === 'toolbar' ? bar : box;
  });
  render(
    <>
      <div role="toolbar" aria-label="Chosen" />
      <Toaster toast={{ ...message, tone: 'bad' }} isOpen onDismiss={() => {}} />
    </>,
  );
  const up = () => screen.getByRole('list').style.getPropertyValue('--up');
  expect(up()).toBe('0px');
  bar = { ...bar, top: 700, bottom: 768 };
  fireEvent.scroll(document);
  await pass(200);
  expect(up()).toBe('48px');
});
