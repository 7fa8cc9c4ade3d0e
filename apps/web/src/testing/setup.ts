import { afterEach } from 'vitest';
import { handleFailures } from '../api/call.ts';
import { forgetKept } from './forget-kept.ts';
import { resetStores } from './reset-stores.ts';

// Vitest calls it after that of packages/ui, when nothing is drawn any more.
afterEach(() => {
  handleFailures(null);
  resetStores();
  forgetKept();
});
