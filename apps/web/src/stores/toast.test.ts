import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, showToast, useToast } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
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
