import { PassThrough, type Readable } from 'node:stream';
import {
  AppError,
  type LiveChange,
  type LiveKind,
  type LiveMaintenance,
  liveBeat,
  liveKinds,
  liveMaintenance,
  type MaintenanceWindow,
} from '@picksync/contracts';
import { createChangeHistory } from './change-history.ts';

type Viewer = { userId: string; sessionId: string };

type Stream = Viewer & {
  output: PassThrough;
  /** Whether the page must still be told that everything may have changed. */
  isBehind: boolean;
};

/** Over HTTP/1.1 a browser opens six connections to a site, and one must be left for calls. */
const streamsPerUser = 5;
const streamsPerProcess = 5000;
const retryAfterSeconds = 60;
/** A transaction changes several rows, and a run is several transactions: they are one event. */
const gatherMs = 50;
/**
 * Sending to all at once would hold up every other request, and then all pages would load at once. The most streams a
 * process has take 2 s.
 */
const batch = { size: 250, everyMs: 100 };
/** When the listening connection is replaced within this time, the pages load everything once, not twice. */
const stopAfterMs = 1000;
/** How long the browser waits before it opens a stream again that has ended. */
const reconnectMs = 2000;

const beat = `event: ${liveBeat}\ndata: {}\n\n`;

type StreamsOptions = {
  onSent?: (seconds: number) => void;
  /** Returns the maintenance that is announced, on or just over. */
  readMaintenance?: () => MaintenanceWindow | undefined;
};

/** Keeps the streams of this process, and tells each what has changed for its user. */
export function createLiveStreams({ onSent, readMaintenance = () => undefined }: StreamsOptions = {}) {
  const history = createChangeHistory();
  const [byUser, bySession] = [createGroups<Stream>(), createGroups<Stream>()];
  const all = new Set<Stream>();
  const gathered: Gathered = new Map();
  let isClosed = false;
  let stopping: ReturnType<typeof setTimeout> | undefined;

  const flush = (userId: string) => {
    const changed = gathered.get(userId);
    if (!changed) return;
    gathered.delete(userId);
    const event = toEvent(history.id(), { changed: [...changed.kinds] });
    for (const stream of byUser.of(userId)) send(stream, event);
    onSent?.((performance.now() - changed.heardAt) / 1000);
  };
  /** A stream that is behind is first told to load everything: an id alone would claim that it is up to date. */
  const send = (stream: Stream, event: string) => {
    write(stream.output, stream.isBehind ? toEverything(history.id()) : event);
    stream.isBehind = false;
  };
  const tellEverything = () => {
    for (const stream of all) stream.isBehind = true;
    inBatches(all, (stream) => stream.isBehind && send(stream, ''));
  };
  const forget = (stream: Stream) => {
    all.delete(stream);
    byUser.remove(stream.userId, stream);
    bySession.remove(stream.sessionId, stream);
  };

  return {
    /**
     * Opens a stream of events for a page of the user's. `lastEventId` says what the page knows of already. Throws
     * `rate_limited` when the user has too many, `unavailable` when this process has.
     */
    open: (viewer: Viewer, lastEventId: string | undefined): Readable => {
      if (isClosed || all.size >= streamsPerProcess) throw new AppError('unavailable');
      if (byUser.of(viewer.userId).size >= streamsPerUser)
        throw new AppError('rate_limited', { details: { retryAfterSeconds } });
      const stream = { ...viewer, output: new PassThrough(), isBehind: false };
      all.add(stream);
      byUser.add(viewer.userId, stream);
      bySession.add(viewer.sessionId, stream);
      stream.output.once('close', () => forget(stream));
      // A maintenance may have ended while the page had no stream.
      write(stream.output, `retry: ${reconnectMs}\n${toMaintenance(readMaintenance())}`);
      const isCurrent = lastEventId !== undefined && !history.hasChangedSince(viewer.userId, lastEventId);
      write(stream.output, isCurrent ? beat : toEverything(history.id()));
      return stream.output;
    },
    /** Tells the user's pages that a transaction has changed something of this kind. */
    announce: ({ userId, kind, transaction }: { userId: string; kind: LiveKind; transaction: number }) => {
      history.record(userId, transaction);
      if (byUser.of(userId).size === 0) return;
      if (gather(gathered, userId, kind)) setTimeout(() => flush(userId), gatherMs);
    },
    /** Every change by a transaction below `ended` has been announced. */
    reach: (position: { ended: number }) => {
      // The next id claims that they have been sent.
      for (const userId of [...gathered.keys()]) flush(userId);
      history.reach(position);
    },
    /** Changes are announced from now on. Every page is told to ask for everything again: what has changed before is not known. */
    begin: (from: { ended: number; begun: number }) => {
      clearTimeout(stopping);
      history.begin(from);
      tellEverything();
    },
    /** Changes are no longer heard of. Every page is told to ask for everything, and learns from the answers whether the database is there. */
    stop: () => {
      history.stop();
      stopping = setTimeout(tellEverything, stopAfterMs).unref();
    },
    /** Tells every page of the maintenance, as it is now. */
    tellMaintenance: () => inBatches(all, ({ output }) => write(output, toMaintenance(readMaintenance()))),
    endSession: (sessionId: string) => {
      for (const stream of bySession.of(sessionId)) end(stream);
    },
    count: () => all.size,
    /** How many streams a user has open here. */
    streamsOf: (userId: string) => byUser.of(userId).size,
    /** Ids of the sessions that have a stream. */
    sessions: () => [...bySession.keys()],
    /** Sends every page a sign of life, so that neither the page nor a proxy takes the silent stream for dead. */
    beat: () => inBatches(all, (stream) => send(stream, `${toIdLine(history.id())}${beat}`)),
    close: () => {
      isClosed = true;
      clearTimeout(stopping);
      for (const stream of all) end(stream);
    },
  };

  function end(stream: Stream): void {
    forget(stream);
    stream.output.end();
  }
}

/** What has changed for each user since the pages were told, and when the first of it was heard of. */
type Gathered = Map<string, { kinds: Set<LiveKind>; heardAt: number }>;

/** Returns whether it is the first change. */
function gather(gathered: Gathered, userId: string, kind: LiveKind): boolean {
  const known = gathered.get(userId);
  if (known) known.kinds.add(kind);
  else gathered.set(userId, { kinds: new Set([kind]), heardAt: performance.now() });
  return known === undefined;
}

function inBatches(all: ReadonlySet<Stream>, tell: (stream: Stream) => void): void {
  const left = [...all];
  const next = () => {
    for (const stream of left.splice(0, batch.size)) if (all.has(stream)) tell(stream);
    if (left.length > 0) setTimeout(next, batch.everyMs).unref();
  };
  next();
}

function toEverything(id: string | undefined): string {
  return toEvent(id, { changed: [...liveKinds] });
}

function toEvent(id: string | undefined, change: LiveChange): string {
  return `${toIdLine(id)}data: ${JSON.stringify(change)}\n\n`;
}

function toMaintenance(window: MaintenanceWindow | undefined): string {
  return `event: ${liveMaintenance}\ndata: ${JSON.stringify({ window } satisfies LiveMaintenance)}\n\n`;
}

/** A page keeps the id it has until it gets another one. */
function toIdLine(id: string | undefined): string {
  return id === undefined ? '' : `id: ${id}\n`;
}

/** A client that does not read what is sent is dropped before it fills our memory; a page connects again by itself. */
function write(output: PassThrough, text: string): void {
  if (!output.write(text)) output.destroy();
}

/** Creates sets of members by key, so that the members of one key are found directly. */
export function createGroups<T>() {
  const groups = new Map<string, Set<T>>();
  const none: ReadonlySet<T> = new Set<T>();

  return {
    add: (key: string, member: T): void => {
      groups.set(key, (groups.get(key) ?? new Set()).add(member));
    },
    remove: (key: string, member: T): void => {
      const group = groups.get(key);
      group?.delete(member);
      if (group?.size === 0) groups.delete(key);
    },
    of: (key: string) => groups.get(key) ?? none,
    /** The keys that have a member. */
    keys: () => groups.keys(),
  };
}
