import { type LiveKind, liveBeat, liveMaintenance, type MaintenanceWindow } from '@picksync/contracts';
import { vi } from 'vitest';

/** jsdom has no `EventSource`. This one is a stream that a test speaks through; it connects to nothing. */
class TestEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: TestEventSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    TestEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = TestEventSource.CLOSED;
  }
}

/** Lets the page open streams, and returns what a test needs to play the server's part. */
export function fakeEventStreams() {
  TestEventSource.opened = [];
  vi.stubGlobal('EventSource', TestEventSource);
  const newest = () => {
    const stream = TestEventSource.opened.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  };
  const send = (name: string, data: unknown, lastEventId = '') =>
    newest().dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  return {
    /** The addresses of all streams so far, oldest first. */
    urls: () => TestEventSource.opened.map(({ url }) => url),
    /** How many streams are open now. */
    open: () =>
      TestEventSource.opened.filter(({ readyState }) => readyState !== TestEventSource.CLOSED).length,
    change: (changed: LiveKind[], id?: string) => send('message', { changed }, id),
    beat: () => send(liveBeat, {}),
    maintenance: (window: MaintenanceWindow | undefined) => send(liveMaintenance, { window }),
    /** The connection is lost; the browser goes on trying. */
    lose: () => {
      newest().readyState = 0;
      newest().dispatchEvent(new Event('error'));
    },
    /** The server answers with something that is no stream. */
    refuse: () => {
      newest().close();
      newest().dispatchEvent(new Event('error'));
    },
  };
}

/** Hides the page, as when another tab is looked at, or shows it again. */
export function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
