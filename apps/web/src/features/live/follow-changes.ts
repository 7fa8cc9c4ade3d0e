import {
  type LiveChange,
  type LiveKind,
  liveBeat,
  liveBeatMs,
  liveEndpoints,
  pathOf,
} from '@picksync/contracts';

type Following = {
  /** Called with what to ask for again. */
  onChange: (changed: readonly LiveKind[]) => void;
  /** Called when the server begins, and when it ceases, to tell of changes. */
  onLive: (isLive: boolean) => void;
  /** Called when a stream that spoke has ended, and when one is refused: perhaps the session is over. */
  onEnd: () => void;
};

/** A stream that is silent for longer is dead, or held back by something on the way. */
const silenceMs = 2.5 * liveBeatMs;
/** After an answer that is no stream, such as too many streams. */
const refusedMs = 15_000;

/**
 * Follows what the server says has changed, until the returned function is called: only while the page is visible, and on
 * a new stream wherever one has broken. What was missed in between is told by the next one.
 */
export function followChanges({ onChange, onLive, onEnd }: Following): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  let source: EventSource | null = null;
  let lastEventId: string | undefined;
  /** Whether the stream that is open has said anything. */
  let hasSpoken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const reopenAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const hear = (event: MessageEvent<string>) => {
    if (event.lastEventId) lastEventId = event.lastEventId;
    clearTimeout(timer);
    timer = setTimeout(() => {
      onLive(false);
      open();
    }, silenceMs);
    hasSpoken = true;
    onLive(true);
  };
  function open(): void {
    close();
    if (document.hidden) return;
    const opened = new EventSource(pathOf(liveEndpoints.stream, { query: { lastEventId } }));
    source = opened;
    opened.addEventListener(liveBeat, hear);
    opened.addEventListener('message', (event: MessageEvent<string>) => {
      hear(event);
      onChange((JSON.parse(event.data) as LiveChange).changed);
    });
    opened.addEventListener('error', () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      onLive(false);
      // While a server cannot be reached the browser goes on trying; only the first time is news.
      if (hasSpoken || isRefused) onEnd();
      hasSpoken = false;
      // The browser opens a stream that broke again by itself, but none that was refused.
      if (isRefused) reopenAfter(refusedMs);
    });
  }
  const cease = () => {
    onLive(false);
    close();
  };
  const turn = () => {
    if (document.hidden) cease();
    else open();
  };

  document.addEventListener('visibilitychange', turn);
  window.addEventListener('online', open);
  window.addEventListener('offline', cease);
  open();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('online', open);
    window.removeEventListener('offline', cease);
    close();
  };
}
