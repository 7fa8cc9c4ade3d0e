import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPage } from './lazy-page.tsx';

const Page = () => <h1>The page</h1>;
const gone = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));
const fails = () => vi.fn(gone as () => Promise<ComponentType>);

/** What suspends goes on only inside an asynchronous act. */
const show = (page: ReactNode) =>
  act(async () => {
    const app = <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>;
    render(app, { onCaughtError: () => undefined });
  });
const retry = () => act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));

test('a page that was preloaded is there at once', async () => {
  const Lazy = lazyPage(async () => Page);
  await Lazy.preload();
  render(<Lazy />);
  screen.getByRole('heading', { name: 'The page' });
});

test('a page that cannot be fetched fails in its own place, and what was typed beside it stays', async () => {
  const load = fails();
  const Lazy = lazyPage(load);
  await Lazy.preload();
  await show(
    <>
      <Lazy />
      <input aria-label="Typed" />
    </>,
  );
  await screen.findByRole('heading', { name: 'The page could not be loaded' });
  await userEvent.type(screen.getByLabelText('Typed'), 'Clients');
  load.mockImplementation(async () => Page);
  await retry();
  await screen.findByRole('heading', { name: 'The page' });
  expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('Clients');
});

test('a page whose file is gone for good is had by a reload', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const Lazy = lazyPage(fails());
  await show(<Lazy />);
  screen.getByText('You may be offline, or Picksync was updated.');
  await retry();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that could not be fetched comes by itself when the network is back, and is not reloaded without one', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = fails();
  const Lazy = lazyPage(load);
  await show(<Lazy />);
  const said = await screen.findByRole('heading', { name: 'The page could not be loaded' });
  expect(document.activeElement).toBe(said);
  for (let times = 0; times < 3; times += 1) await retry();
  expect(reload).not.toHaveBeenCalled();
  network.mockReturnValue(true);
  load.mockImplementation(async () => Page);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { name: 'The page' });
  expect(reload).not.toHaveBeenCalled();
});

test('does not take another failure of a page for a missing file', async () => {
  const broken = new Error('broken');
  const Lazy = lazyPage(async () => () => {
    throw broken;
  });
  await Lazy.preload();
  await expect(show(<Lazy />)).rejects.toThrow(broken);
});
