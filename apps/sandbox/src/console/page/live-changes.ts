import type { Change } from './contract.ts';
import { queryClient, readChanged } from './queries.ts';

/** What must be over before changes are read, such as a write of the page's own. */
let waitedFor: Promise<unknown> = Promise.resolve();

/** Has changes of the sandbox wait for an action of the page, which reads by itself what it has changed. */
export function readAfter(action: Promise<unknown>): void {
  waitedFor = action.catch(() => undefined);
}

/**
 * Reads again whatever changes in the sandbox. The browser reconnects by itself; everything is read again then, because
 * changes in between were missed.
 */
export function followChanges(): void {
  const source = new EventSource('/api/console/events');
  let wasOpen = false;
  source.addEventListener('open', () => {
    if (wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
  });
  source.addEventListener('message', ({ data }) => {
    const change: Change = JSON.parse(data);
    void waitedFor.then(() => readChanged(change));
  });
  window.addEventListener('pagehide', () => source.close());
}
