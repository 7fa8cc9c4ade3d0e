/** @import { Change } from './contract.d.ts' */

/**
 * Subscribes to changes in the sandbox. The browser reconnects by itself; `reconnected` runs then, because events in
 * between were missed.
 * @param {{ changed: (change: Change) => void, reconnected: () => void }} options
 */
export function subscribeToChanges({ changed, reconnected }) {
  const source = new EventSource('/api/console/events');
  let opened = false;
  source.addEventListener('open', () => {
    if (opened) reconnected();
    opened = true;
  });
  source.addEventListener('message', (event) => changed(JSON.parse(event.data)));
  addEventListener('pagehide', () => source.close());
}
