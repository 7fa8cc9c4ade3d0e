import { setImmediate } from 'node:timers/promises';
import { afterEach, vi } from 'vitest';
import { handleFailures } from '../api/call.ts';
import { forgetSilent } from './fake-api.ts';
import { forgetKept } from './forget-kept.ts';
import { resetStores } from './reset-stores.ts';

/** Enough for an answer that came, what is done with it, and what follows from that. */
const restTurns = 5;

// Vitest calls it after that of packages/ui, when nothing is drawn any more.
afterEach(async () => {
  handleFailures(null);
  forgetSilent();
  // A page that was left may still have calls under way, whose answers would show messages and drop drafts in the next test.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  for (let turn = 0; turn < restTurns; turn += 1) await setImmediate();
  resetStores();
  forgetKept();
  localStorage.clear();
  sessionStorage.clear();
});
