import { PassThrough, type Readable } from 'node:stream';
import { AppError, type LiveChange, type LiveKind, liveBeat, liveKinds } from '@picksync/contracts';
import { createChangeHistory } from './change-history.ts';
import { createGroups } from './groups.ts';

export type Viewer = { userId: string; sessionId: string };

type Stream = Viewer & { output: PassThrough };

export type LiveStreams = {
  /**
   * Opens a stream of events for a page of the user's. `lastEventId` is that of the last event the page has seen. Throws
   * `rate_limited` when the user has too many, `unavailable` when this process has.
   */
  open: (viewer: Viewer, lastEventId: string | undefined) => Readable;
  /** Tells the user's pages that something of this kind has changed. */
  announce: (change: { userId: string; kind: LiveKind }) => void;
  /** Tells every page to ask for everything again: what has changed until now is not known. */
  announceGap: () => void;
  endSession: (sessionId: string) => void;
  /** How many streams a user has open here. */
  streamsOf: (userId: string) => number;
  /** Ids of the sessions that have a stream. */
  sessions: () => string[];
  /** Tells every page that its stream still stands, so that neither it nor anybody on the way takes silence for that. */
  beat: () => void;
  close: () => void;
};

/** Over HTTP/1.1 a browser opens six connections to a site, and one has to be left for calls. */
const streamsPerUser = 5;
const streamsPerProcess = 5000;
const retryAfterSeconds = 60;
/** A transaction changes several rows, and a run is several transactions: they are one event. */
const gatherMs = 50;
/** How long the browser waits before it opens a stream again that has ended. */
const reconnectMs = 2000;

const beat = `event: ${liveBeat}\ndata: {}\n\n`;

/** Keeps the streams of this process, and tells each what has changed for its user. */
export function createLiveStreams(): LiveStreams {
  const history = createChangeHistory();
  const byUser = createGroups<Stream>();
  const bySession = createGroups<Stream>();
  const all = new Set<Stream>();
  const gathered = new Map<string, Set<LiveKind>>();
  let isClosed = false;

  const flush = (userId: string) => {
    const changed = [...(gathered.get(userId) ?? [])];
    gathered.delete(userId);
    const event = eventOf(history.id(), { changed });
    for (const { output } of byUser.of(userId)) write(output, event);
  };
  const forget = (stream: Stream) => {
    all.delete(stream);
    byUser.remove(stream.userId, stream);
    bySession.remove(stream.sessionId, stream);
  };

  return {
    open: (viewer, lastEventId) => {
      if (isClosed || all.size >= streamsPerProcess) throw new AppError('unavailable');
      if (byUser.of(viewer.userId).size >= streamsPerUser)
        throw new AppError('rate_limited', { details: { retryAfterSeconds } });
      const stream = { ...viewer, output: new PassThrough() };
      all.add(stream);
      byUser.add(viewer.userId, stream);
      bySession.add(viewer.sessionId, stream);
      stream.output.once('close', () => forget(stream));
      write(stream.output, `retry: ${reconnectMs}\n`);
      const isCurrent = lastEventId !== undefined && !history.hasChangedSince(viewer.userId, lastEventId);
      // The id is our own: what a caller sent is never repeated, it could hold lines of its own.
      write(stream.output, isCurrent ? `id: ${history.id()}\n${beat}` : everythingOf(history.id()));
      return stream.output;
    },
    announce: ({ userId, kind }) => {
      history.record(userId);
      if (byUser.of(userId).size === 0) return;
      const kinds = gathered.get(userId);
      if (kinds) {
        kinds.add(kind);
        return;
      }
      gathered.set(userId, new Set([kind]));
      setTimeout(() => flush(userId), gatherMs);
    },
    announceGap: () => {
      history.clear();
      for (const { output } of all) write(output, everythingOf(history.id()));
    },
    endSession: (sessionId) => {
      for (const stream of bySession.of(sessionId)) end(stream);
    },
    streamsOf: (userId) => byUser.of(userId).size,
    sessions: () => [...bySession.keys()],
    beat: () => {
      for (const { output } of all) write(output, beat);
    },
    close: () => {
      isClosed = true;
      for (const stream of all) end(stream);
    },
  };

  function end(stream: Stream): void {
    forget(stream);
    stream.output.end();
  }
}

function everythingOf(id: string): string {
  return eventOf(id, { changed: [...liveKinds] });
}

function eventOf(id: string, change: LiveChange): string {
  return `id: ${id}\ndata: ${JSON.stringify(change)}\n\n`;
}

/** Who does not read what is sent is dropped, before it fills our memory; a page comes back by itself. */
function write(output: PassThrough, text: string): void {
  if (!output.write(text)) output.destroy();
}
