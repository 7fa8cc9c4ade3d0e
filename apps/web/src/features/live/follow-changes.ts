import {
  type LiveChange,
  type LiveKind,
  type LiveMaintenance,
  liveBeat,
  liveBeatMs,
  liveEndpoints,
  liveMaintenance,
  toPath,
} from '@picksync/contracts';

type Following = {
  /** The position up to which the page is known to be up to date; without it the stream begins with everything. */
  lastEventId?: string | undefined;
  /** Called with the kinds of things to load again. */
  onChange: (changed: readonly LiveKind[]) => void;
  /** Called with the maintenance as it is now. */
  onMaintenance?: (maintenance: LiveMaintenance) => void;
  /** Called with each sign of life of the stream, and once when it breaks or does not begin. */
  onLive: (isLive: boolean) => void;
  /** Called with the id of the last event, for the next stream. */
  onId?: (lastEventId: string) => void;
  /** Called when a stream has ended after a message, and when one is refused: perhaps the session is over. */
  onEnd: () => void;
};

/** A stream that is silent for longer is dead, or its network is slow: the next one says something at once. */
const silenceMs = liveBeatMs + 2000;
/** When to try again after a refusal, such as too many streams. */
const refusedMs = 15_000;
/** When to try again where a stream says nothing from the start: it is held back by a proxy, or its connection hangs. */
const unheardMs = 60_000;

/**
 * Reports changes until the returned function is called. It keeps a stream while the page is visible, and opens another
 * one after a break, which begins with what was missed.
 */
export function followChanges(following: Following): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const { onChange, onMaintenance, onLive, onId, onEnd } = following;
  let source: EventSource | null = null;
  let { lastEventId } = following;
  /** Whether the open stream has sent anything. */
  let hasSpoken = false;
  /** Whether `onLive` was told that there is no stream. */
  let isLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const lose = () => {
    if (!isLost) onLive(false);
    isLost = true;
  };
  const onMessage = (event: MessageEvent<string>) => {
    if (event.lastEventId) {
      lastEventId = event.lastEventId;
      onId?.(lastEventId);
    }
    after(silenceMs, () => {
      lose();
      open();
    });
    hasSpoken = true;
    isLost = false;
    onLive(true);
  };
  function open(): void {
    close();
    if (document.hidden) return;
    after(silenceMs, () => {
      lose();
      after(unheardMs, open);
    });
    const opened = new EventSource(toPath(liveEndpoints.stream, { query: { lastEventId } }));
    source = opened;
    opened.addEventListener(liveBeat, onMessage);
    opened.addEventListener(liveMaintenance, (event: MessageEvent<string>) => {
      onMessage(event);
      onMaintenance?.(JSON.parse(event.data));
    });
    opened.addEventListener('message', (event: MessageEvent<string>) => {
      onMessage(event);
      onChange((JSON.parse(event.data) as LiveChange).changed);
    });
    opened.addEventListener('error', () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      lose();
      // While the server cannot be reached the browser keeps trying; only the first time is reported.
      if (hasSpoken || isRefused) onEnd();
      hasSpoken = false;
      // The browser reopens a broken stream by itself, but not one that was refused.
      if (isRefused) after(refusedMs, open);
    });
  }
  const stop = () => {
    onLive(false);
    isLost = false;
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
