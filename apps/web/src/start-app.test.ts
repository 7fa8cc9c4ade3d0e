import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { leaveClosedEntries, untilFetched } from './start-app.tsx';

function askTwice() {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  void queryClient.prefetchQuery({ queryKey: ['first'], queryFn: () => first.promise });
  void queryClient.prefetchQuery({ queryKey: ['second'], queryFn: () => second.promise, retry: false });
  const fetched = vi.fn();
  void untilFetched(queryClient).then(fetched);
  return { first, second, fetched };
}

test('waits for every query, whether it succeeds or fails', async () => {
  const { first, second, fetched } = askTwice();
  first.resolve('here');
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).not.toHaveBeenCalled();
  second.reject(new Error('refused'));
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).toHaveBeenCalledOnce();
});

test('an answer that never comes is not waited for', async () => {
  const { fetched } = askTwice();
  await vi.advanceTimersByTimeAsync(9900);
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(fetched).toHaveBeenCalledOnce();
});

test('resolves at once when no query is being fetched', async () => {
  await expect(untilFetched(new QueryClient())).resolves.toBeUndefined();
});

test('a page that is loaded again is where it was before something was opened above it', async () => {
  window.history.pushState({ page: 'form' }, '');
  window.history.pushState({ page: 'form', above: 1 }, '');
  window.history.pushState({ page: 'form', above: 2 }, '');
  await leaveClosedEntries();
  expect(window.history.state).toEqual({ page: 'form' });
  await leaveClosedEntries();
  expect(window.history.state).toEqual({ page: 'form' });
});
