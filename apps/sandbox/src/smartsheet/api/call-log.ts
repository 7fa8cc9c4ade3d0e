type Tally = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  /** Responses by HTTP status. A call that was cut off or is still running has none. */
  statuses: Record<string, number>;
};
type AccountTally = Tally & { running: number; largestOverlap: number };

export type CallReport = ReturnType<CallLog['report']>;
export type CallLog = ReturnType<typeof createCallLog>;

type Call = {
  operation: string;
  account: string | null;
  sheetId: string | null;
  isWrite: boolean;
  /** The header `smartsheet-integration-source`; null for a call without it. */
  source: string | null;
};

const noAccount = '(no account)';
const noSource = '(none)';

/** Sources counted apart; the header is the caller's own text. */
const maxSources = 50;

function emptyTally(): Tally {
  return { calls: 0, writes: 0, operations: {}, statuses: {} };
}

function addOne(counts: Record<string, number>, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Returns a log that counts API calls by account and operation, in memory. */
export function createCallLog(now: () => Date) {
  const start = () => ({
    since: now(),
    total: emptyTally(),
    accounts: new Map<string, AccountTally>(),
    /** The most writes to one sheet at the same time, by any account. */
    largestWriteOverlap: 0,
    /** Writes that took effect, by sheet and operation, even when the caller got no response. */
    effects: {} as Record<string, Record<string, number>>,
    /** Calls by what they said they come from, in the header `smartsheet-integration-source`. */
    sources: {} as Record<string, number>,
  });
  let log = start();
  const writing = new Map<string, number>();

  const findAccount = (name: string) => {
    const known = log.accounts.get(name) ?? { ...emptyTally(), running: 0, largestOverlap: 0 };
    log.accounts.set(name, known);
    return known;
  };
  const changeWriting = (sheetId: string, by: number) => {
    const running = (writing.get(sheetId) ?? 0) + by;
    if (running > 0) writing.set(sheetId, running);
    else writing.delete(sheetId);
    log.largestWriteOverlap = Math.max(log.largestWriteOverlap, running);
  };

  return {
    /** Counts a call as running. Returns the function that ends it. */
    begin: ({ operation, isWrite, ...call }: Call): ((status: number | null) => void) => {
      const account = findAccount(call.account ?? noAccount);
      const source = call.source ?? noSource;
      if (source in log.sources || Object.keys(log.sources).length < maxSources) addOne(log.sources, source);
      for (const tally of [log.total, account]) {
        tally.calls += 1;
        if (isWrite) tally.writes += 1;
        addOne(tally.operations, operation);
      }
      account.running += 1;
      account.largestOverlap = Math.max(account.largestOverlap, account.running);
      const written = isWrite ? call.sheetId : null;
      if (written !== null) changeWriting(written, 1);
      return (status) => {
        account.running -= 1;
        if (status !== null) for (const { statuses } of [log.total, account]) addOne(statuses, status);
        if (written !== null) changeWriting(written, -1);
      };
    },
    /** Records that a write to a sheet took effect. */
    recordEffect: ({ operation, sheetId }: { operation: string; sheetId: string }) => {
      log.effects[sheetId] ??= {};
      addOne(log.effects[sheetId], operation);
    },
    report: () => {
      const { since, total, accounts, ...counted } = log;
      const known = [...accounts].filter(([name]) => name !== noAccount);
      return {
        since: since.toISOString(),
        ...total,
        /** The most calls of one account at the same time. */
        largestOverlap: Math.max(0, ...known.map(([, { largestOverlap }]) => largestOverlap)),
        accounts: Object.fromEntries(
          [...accounts].map(([name, { running: _running, ...tally }]) => [name, tally]),
        ),
        ...counted,
      };
    },
    clear: () => {
      log = start();
    },
  };
}
