import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, showToast, useToast } from './toast.ts';
import { forgetUserState } from './user-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useToast.setState(useToast.getInitialState(), true);
});
afterEach(() => vi.useRealTimers());

test('the store holds one message at a time, and removes a dismissed one after its delay', () => {
  showToast({ title: 'First' });
  showToast({ title: 'Second' });
  const { toast } = useToast.getState();
  expect(toast?.title).toBe('Second');
  dismissToast(toast?.id ?? 0);
  vi.advanceTimersByTime(999_999);
  expect(useToast.getState()).toMatchObject({ toast: { title: 'Second' }, isOpen: false });
  vi.advanceTimersByTime(1);
  expect(useToast.getState().toast).toBeNull();
});

test('a message that comes meanwhile stays when the delay of the one before is over', () => {
  showToast({ title: 'First' });
  dismissToast(useToast.getState().toast?.id ?? 0);
  showToast({ title: 'Second' });
  vi.advanceTimersByTime(1_000_000);
  expect(useToast.getState()).toMatchObject({ toast: { title: 'Second' }, isOpen: true });
});

const shown = () => useToast.getState();

test('an error that another message has covered comes back when that one is gone', () => {
  const failed = showToast({ tone: 'bad', title: 'Sync failed' });
  const copied = showToast({ title: 'Link copied' });
  expect(shown()).toMatchObject({ toast: { title: 'Link copied' }, waiting: [{ title: 'Sync failed' }] });
  dismissToast(copied);
  expect(shown()).toMatchObject({ toast: { id: failed }, isOpen: true, waiting: [] });
  dismissToast(failed);
  expect(shown().isOpen).toBe(false);
});

test('a success that was covered does not come back, and the same error is there once', () => {
  showToast({ title: 'Link copied' });
  showToast({ tone: 'bad', title: 'Sync failed' });
  showToast({ tone: 'bad', title: 'Update failed' });
  showToast({ tone: 'bad', title: 'Sync failed' });
  expect(shown().toast?.title).toBe('Sync failed');
  expect(shown().waiting.map(({ title }) => title)).toEqual(['Update failed']);
});

test('an error is dismissed while another message covers it, and an endless row of errors is cut', () => {
  const first = showToast({ tone: 'bad', title: 'First' });
  for (let number = 0; number < 9; number += 1) showToast({ tone: 'bad', title: `Failed ${number}` });
  expect(shown().waiting.map(({ title }) => title)).toEqual(['Failed 4', 'Failed 5', 'Failed 6', 'Failed 7']);
  dismissToast(first);
  dismissToast(shown().waiting[0]?.id ?? 0);
  expect(shown()).toMatchObject({ toast: { title: 'Failed 8' }, isOpen: true });
  expect(shown().waiting).toHaveLength(3);
});

test('messages and what they offer go with the user', () => {
  showToast({ tone: 'bad', title: 'Sync failed' });
  showToast({ title: 'Form reset' });
  forgetUserState();
  expect(shown()).toMatchObject({ toast: null, isOpen: false, waiting: [] });
});
