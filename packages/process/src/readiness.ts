import type { Logger } from 'pino';

/** The parts that fail, each with what is wrong with it. */
type FailingParts<Part extends string> = ReadonlyMap<Part, Error>;

export type ReadinessReport<Part extends string = string> = {
  /** `stopping`: the process takes no more work, and finishes what it has. */
  status: 'ready' | 'stopping' | 'unavailable';
  parts: Record<Part, 'ok' | 'failing'>;
};

export type Readiness<Part extends string = string> = {
  /** Returns whether the process can do its work, as it was a few seconds ago at most. */
  read: () => Promise<ReadinessReport<Part>>;
  /**
   * Whether requests may be sent to the process, by what was found last: never waits for a check. A part that fails for all
   * processes, such as the database, is no reason to send them to none.
   */
  takesRequests: () => boolean;
  /** From now on the process is not ready, whatever else is. */
  stop: () => void;
  isStopping: () => boolean;
};

/** However often somebody asks, the parts are checked no more often than this. */
const defaultCacheMs = 5_000;
/** A process that is not ready, as in its first seconds, says soon when it is. */
const failingCacheMs = 500;
/** How long a process may take to open its parts before the log warns of those that are not there. */
const defaultStartMs = 30_000;

type Options<Part extends string> = {
  parts: readonly Part[];
  check: () => Promise<FailingParts<Part>>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Whether what fails is a reason to send requests to other processes. */
  isUnfit?: (failing: FailingParts<Part>) => boolean;
  cacheMs?: number;
  startMs?: number;
};

/**
 * Creates what tells whether a process can do its work. The parts are checked when somebody asks, and all who ask at the
 * same time share one check. The log names a part when it begins to fail, and when it works again; while the process starts,
 * a part that is not open yet is no news.
 */
export function createReadiness<Part extends string>(options: Options<Part>): Readiness<Part> {
  const { parts, check, log, isUnfit = () => false } = options;
  const { cacheMs = defaultCacheMs, startMs = defaultStartMs } = options;
  const createdAt = performance.now();
  const logged = new Set<Part>();
  let hasBeenReady = false;
  let stopping = false;
  let failing: FailingParts<Part> = new Map();
  let hasLooked = false;
  let checked: { at: number; over: Promise<void> } | undefined;
  const logChanges = () => {
    for (const [part, err] of failing) {
      if (logged.has(part)) continue;
      logged.add(part);
      log.warn({ part, err }, 'a part fails');
    }
    for (const part of logged) {
      if (failing.has(part)) continue;
      logged.delete(part);
      log.info({ part }, 'a part works again');
    }
  };
  const checkAgain = async () => {
    const found = await check();
    failing = found;
    hasLooked = true;
    hasBeenReady ||= found.size === 0;
    if (hasBeenReady || performance.now() - createdAt >= startMs) logChanges();
  };
  const look = () => {
    const keepMs = failing.size === 0 ? cacheMs : Math.min(cacheMs, failingCacheMs);
    if (!checked || performance.now() - checked.at >= keepMs)
      checked = { at: performance.now(), over: checkAgain() };
    return checked.over;
  };
  return {
    read: async () => {
      await look();
      return { status: toStatus({ stopping, failing }), parts: toStates(parts, failing) };
    },
    takesRequests: () => {
      look().catch(() => {});
      return !stopping && hasLooked && !isUnfit(failing);
    },
    stop: () => {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}

function toStatus({ stopping, failing }: { stopping: boolean; failing: FailingParts<string> }) {
  if (stopping) return 'stopping';
  return failing.size === 0 ? 'ready' : 'unavailable';
}

function toStates<Part extends string>(parts: readonly Part[], failing: FailingParts<Part>) {
  const states = parts.map((part) => [part, failing.has(part) ? 'failing' : 'ok'] as const);
  return Object.fromEntries(states) as Record<Part, 'ok' | 'failing'>;
}
