import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

let lazyPart: typeof import('./lazy-part.tsx').lazyPart;
let settlePage: () => void;
let restPage: () => void;

// A page settles once, and nothing unsettles it: each test is a page of its own.
beforeEach(async () => {
  vi.resetModules();
  ({ lazyPart } = await import('./lazy-part.tsx'));
  ({ settlePage, restPage } = await import('./page-settled.ts'));
});

const Part = ({ text }: { text: string }) => <p>{text}</p>;
const gone = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));

/** What suspends goes on only inside an asynchronous act. */
const show = (part: ReactNode) => act(async () => void render(part, { onCaughtError: () => undefined }));

test('a part is loaded when it is first shown', async () => {
  const load = vi.fn(async () => Part);
  const Lazy = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  await show(<Lazy text="Here" />);
  await screen.findByText('Here');
});

test('a part that can wait is loaded once the page is there and drawn', async () => {
  const load = vi.fn(async () => Part);
  const Lazy = lazyPart(load, { isLate: true });
  await show(<Lazy text="Here" />);
  await act(async () => settlePage());
  expect(load).not.toHaveBeenCalled();
  await act(async () => restPage());
  await screen.findByText('Here');
});

test('a part is loaded while the page is idle, not before it is there, and shown without loading it again', async () => {
  const idle = vi.spyOn(window, 'requestIdleCallback').mockImplementation((callback) => {
    callback({ didTimeout: false, timeRemaining: () => 50 });
    return 1;
  });
  const load = vi.fn(async () => Part);
  const Lazy = lazyPart(load);
  await act(async () => undefined);
  expect(idle).not.toHaveBeenCalled();
  settlePage();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await show(<Lazy text="Here" />);
  await screen.findByText('Here');
  expect(load).toHaveBeenCalledTimes(1);
});

test('loads a part when it is needed after loading it while idle has failed', async () => {
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((callback) => {
    callback({ didTimeout: false, timeRemaining: () => 50 });
    return 1;
  });
  const load = vi.fn(gone as () => Promise<typeof Part>);
  const Lazy = lazyPart(load);
  settlePage();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  load.mockImplementation(async () => Part);
  await show(<Lazy text="Here" />);
  await screen.findByText('Here');
});

test('a part that still cannot be loaded is had by a reload, but not without a network', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const Lazy = lazyPart(gone as () => Promise<typeof Part>);
  await show(<Lazy text="Here" />);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(reload).not.toHaveBeenCalled();
  network.mockReturnValue(true);
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a part that cannot be loaded fails in its own place and can be tried again', async () => {
  const load = vi.fn(gone as () => Promise<typeof Part>);
  const Lazy = lazyPart(load);
  await show(
    <>
      <p>The page</p>
      <Lazy text="Here" />
    </>,
  );
  await screen.findByText('This part of the page could not be loaded.');
  expect(screen.getByText('The page')).toBeTruthy();
  load.mockImplementation(async () => Part);
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
  await screen.findByText('Here');
});

test('the failure above an open window has its own dialog, and a press in it does not close the other', async () => {
  const showModal = vi.fn(function show(this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.showModal = showModal;
  const pressedBeside = vi.fn();
  document.addEventListener('pointerdown', pressedBeside);
  const Lazy = lazyPart(gone as () => Promise<typeof Part>, { floats: true });
  await show(
    <>
      <div role="dialog" aria-label="A form" />
      <Lazy text="Here" />
    </>,
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(showModal).toHaveBeenCalledTimes(1);
  // Outside of what the other window makes inert.
  expect(retry.closest('dialog')?.parentElement).toBe(document.body);
  act(() => void retry.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true })));
  expect(pressedBeside).not.toHaveBeenCalled();
  document.removeEventListener('pointerdown', pressedBeside);
});

test('the failure above a page without a window leaves the page as it is', async () => {
  const showModal = vi.fn();
  HTMLDialogElement.prototype.showModal = showModal;
  const Lazy = lazyPart(gone as () => Promise<typeof Part>, { floats: true });
  await show(<Lazy text="Here" />);
  await screen.findByRole('button', { name: 'Retry' });
  expect(showModal).not.toHaveBeenCalled();
});

test('a part that failed without a network says so, and comes by itself without a reload', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const load = vi.fn(gone as () => Promise<typeof Part>);
  const Lazy = lazyPart(load);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await show(<Lazy text="Here" />);
  await screen.findByText('You are offline. This part of the page loads when you reconnect.');
  network.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await screen.findByText('This part of the page could not be loaded.');
  load.mockImplementation(async () => Part);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Here');
  expect(reload).not.toHaveBeenCalled();
});
