import {
  type LiveChange,
  type LiveKind,
  liveBeat,
  liveBeatMs,
  liveEndpoints,
  pathOf,
} from '@picksync/contracts';

type Following = {
  /** The position up to which the page is known to be up to date; without it the stream begins with everything. */
  lastEventId?: string | undefined;
  /** Called with the kinds of things to load again. */
  onChange: (changed: readonly LiveKind[]) => void;
  /** Called when the stream begins and when it breaks. */
  onLive: (isLive: boolean) => void;
  /** Called with the id of the last event, for the next stream. */
  onId?: (lastEventId: string) => void;
  /** Called when a stream has ended after a message, and when one is refused: perhaps the session is over. */
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
export function followChanges(following: Following): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const { onChange, onLive, onId, onEnd } = following;
  let source: EventSource | null = null;
  let { lastEventId } = following;
  /** Whether the open stream has sent anything. */
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
    if (event.lastEventId) {
      lastEventId = event.lastEventId;
      onId?.(lastEventId);
    }
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
      // While the server cannot be reached the browser keeps trying; only the first time is reported.
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
