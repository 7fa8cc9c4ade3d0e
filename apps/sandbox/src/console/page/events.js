/** @import { Change } from './contract.d.ts' */

/**
 * Hears what changes in the sandbox, whoever changes it. The browser reconnects by itself; `reconnected` runs then,
 * because what happened in between was missed.
 * @param {{ changed: (change: Change) => void, reconnected: () => void }} parts
 */
export function listen({ changed, reconnected }) {
  const source = new EventSource('/api/console/events');
  let opened = false;
  source.addEventListener('open', () => {
    if (opened) reconnected();
    opened = true;
  });
  source.addEventListener('message', (event) => changed(JSON.parse(event.data)));
  addEventListener('pagehide', () => source.close());
}
