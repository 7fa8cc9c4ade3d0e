import { expect, test } from 'vitest';
import { leaveClosedEntries } from './leave-closed-entries.ts';

test('a page that is loaded again is where it was before something was opened above it', async () => {
  window.history.pushState({ page: 'form' }, '');
  window.history.pushState({ page: 'form', above: 1 }, '');
  window.history.pushState({ page: 'form', above: 2 }, '');
  await leaveClosedEntries();
  expect(window.history.state).toEqual({ page: 'form' });
  await leaveClosedEntries();
  expect(window.history.state).toEqual({ page: 'form' });
});
