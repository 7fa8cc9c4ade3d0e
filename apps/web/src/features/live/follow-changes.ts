import {
  type LiveChange,
  type LiveKind,
  liveBeat,
  liveBeatMs,
  liveEndpoints,
  pathOf,
} from '@picksync/contracts';

type Following = {
  /** Called with the kinds of things to load again. */
  onChange: (changed: readonly LiveKind[]) => void;
  /** Called when the stream begins and when it breaks. */
  onLive: (isLive: boolean) => void;
  /** Called when a stream that spoke has ended, and when one is refused: perhaps the session is over. */
  onEnd: () => void;
};

/** A stream that is silent for longer is dead, or buffered by a proxy. */
const silenceMs = 2.5 * liveBeatMs;
/** When to try again after a refusal, such as too many streams. */
const refusedMs = 15_000;

/**
 * Reports changes until the returned function is called. It keeps a stream while the page is visible, and opens another
 * one after a break, which begins with what was missed.
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
  const onMessage = (event: MessageEvent<string>) => {
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
    opened.addEventListener(liveBeat, onMessage);
    opened.addEventListener('message', (event: MessageEvent<string>) => {
      onMessage(event);
      onChange((JSON.parse(event.data) as LiveChange).changed);
    });
    opened.addEventListener('error', () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      onLive(false);
      // While a server cannot be reached the browser goes on trying; only the first time is news.
      if (hasSpoken || isRefused) onEnd();
      hasSpoken = false;
      // The browser reopens a broken stream by itself, but not one that was refused.
      if (isRefused) reopenAfter(refusedMs);
    });
  }
  const stop = () => {
    onLive(false);
    close();
  };
  const onVisibilityChange = () => {
    if (document.hidden) stop();
    else open();
  };

  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', open);
  window.addEventListener('offline', stop);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', open);
    window.removeEventListener('offline', stop);
    close();
  };
}
