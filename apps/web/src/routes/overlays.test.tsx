import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { askToConfirm } from '../stores/confirm.ts';
import { showToast } from '../stores/toast.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { nobody } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';
import { Overlays } from './root.tsx';

test('a second message takes the place of the first', async () => {
  render(<Overlays />);
  act(() => showToast({ title: 'Configuration deleted' }));
  await screen.findByText('Configuration deleted');
  act(() => showToast({ title: 'Sync failed', description: 'Failed to trigger manual sync', tone: 'bad' }));
  await screen.findByText('Sync failed');
  expect(screen.queryByText('Configuration deleted')).toBeNull();
});

test('an error comes back when the message that took its place is gone', async () => {
  render(<Overlays />);
  act(() => void showToast({ title: 'Sync failed', tone: 'bad' }));
  await screen.findByText('Sync failed');
  act(() => void showToast({ title: 'Link copied' }));
  await screen.findByText('Link copied');
  expect(screen.getByText('1 more message')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await screen.findByText('Sync failed');
  expect(screen.queryByText('1 more message')).toBeNull();
});

test('a message goes by itself after five seconds', async () => {
  render(<Overlays />);
  act(() => showToast({ title: 'Fetches the part' }));
  await screen.findByText('Fetches the part');
  vi.useFakeTimers();
  act(() => showToast({ title: 'Form reset' }));
  act(() => vi.advanceTimersByTime(4999));
  expect(screen.queryByText('Form reset')).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText('Form reset')).toBeNull();
});

test('F8 brings the focus to the messages, and a message can be dismissed', async () => {
  render(<Overlays />);
  act(() => showToast({ title: 'Form reset' }));
  await screen.findByText('Form reset');
  await userEvent.keyboard('[F8]');
  expect(document.activeElement?.closest('[aria-label="Notifications (F8)"]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Form reset')).toBeNull();
});

const question = {
  title: 'Delete Automation',
  description: 'This cannot be undone.',
  confirmLabel: 'Delete',
  destructive: true,
};

/** Asks on a page that was come to from another one. */
async function request() {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  const app = renderApp('/login');
  await userEvent.click(await screen.findByRole('tab', { name: 'Register' }));
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = askToConfirm(question);
  });
  return { ...app, answer: () => answer };
}

test('a question is answered yes by its button, with the focus on the safe answer', async () => {
  const { answer } = await request();
  await screen.findByRole('alertdialog', { name: 'Delete Automation' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await answer()).toBe(true);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a question is answered no by Escape', async () => {
  const { answer } = await request();
  await screen.findByRole('alertdialog');
  await userEvent.keyboard('{Escape}');
  expect(await answer()).toBe(false);
});

test('a question is answered no by Back, and the page stays', async () => {
  const { answer, back, address } = await request();
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  const at = address();
  back();
  expect(await answer()).toBe(false);
  expect(address()).toBe(at);
});
