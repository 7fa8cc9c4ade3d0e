type Tally = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  /** Responses by HTTP status. A call that was cut off or is still running has none. */
  statuses: Record<string, number>;
};
type AccountTally = Tally & { running: number; largestOverlap: number };

export type CallReport = Tally & {
  since: string;
  /** The most calls of one account at the same time. */
  largestOverlap: number;
  /** The most writes to one sheet at the same time, by any account. */
  largestWriteOverlap: number;
  accounts: Record<string, Tally & { largestOverlap: number }>;
  /** Calls by what they said they come from, in the header `smartsheet-integration-source`. */
  sources: Record<string, number>;
  /** Writes that took effect, by sheet and operation, even when the caller got no response. */
  effects: Record<string, Record<string, number>>;
};

export type CallLog = {
  /** Counts a call as running. Returns the function that ends it. */
  begin: (call: {
    operation: string;
    account: string | null;
    sheetId: string | null;
    isWrite: boolean;
    /** The header `smartsheet-integration-source`; null for a call without it. */
    source: string | null;
  }) => (status: number | null) => void;
  /** Records that a write to a sheet took effect. */
  recordEffect: (call: { operation: string; sheetId: string }) => void;
  report: () => CallReport;
  clear: () => void;
};

const noAccount = '(no account)';
const noSource = '(none)';

/** Sources counted apart; the header is the caller's own text. */
const maxSources = 50;

function tally(): Tally {
  return { calls: 0, writes: 0, operations: {}, statuses: {} };
}

function count(to: Tally, { operation, isWrite }: { operation: string; isWrite: boolean }): void {
  to.calls += 1;
  if (isWrite) to.writes += 1;
  to.operations[operation] = (to.operations[operation] ?? 0) + 1;
}

function countStatus({ statuses }: Tally, status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Returns a log that counts API calls by account and operation, in memory. */
export function createCallLog(now: () => Date): CallLog {
  let since = now();
  let total = tally();
  let accounts = new Map<string, AccountTally>();
  let largestWriteOverlap = 0;
  let effects: CallReport['effects'] = {};
  let sources: CallReport['sources'] = {};
  const writing = new Map<string, number>();

  const findAccount = (name: string) => {
    const known = accounts.get(name) ?? { ...tally(), running: 0, largestOverlap: 0 };
    accounts.set(name, known);
    return known;
  };
  const changeWriting = (sheetId: string, by: number) => {
    const running = (writing.get(sheetId) ?? 0) + by;
    if (running > 0) writing.set(sheetId, running);
    else writing.delete(sheetId);
    largestWriteOverlap = Math.max(largestWriteOverlap, running);
  };

  const countSource = (source: string) => {
    if (!(source in sources) && Object.keys(sources).length >= maxSources) return;
    sources[source] = (sources[source] ?? 0) + 1;
  };

  return {
    begin: (call) => {
      const account = findAccount(call.account ?? noAccount);
      countSource(call.source ?? noSource);
      count(total, call);
      count(account, call);
      account.running += 1;
      account.largestOverlap = Math.max(account.largestOverlap, account.running);
      const written = call.isWrite ? call.sheetId : null;
      if (written !== null) changeWriting(written, 1);
      return (status) => {
        account.running -= 1;
        if (status !== null) for (const tallied of [total, account]) countStatus(tallied, status);
        if (written !== null) changeWriting(written, -1);
      };
    },
    recordEffect: ({ operation, sheetId }) => {
      const counted = effects[sheetId] ?? {};
      counted[operation] = (counted[operation] ?? 0) + 1;
      effects[sheetId] = counted;
    },
    report: () => ({
      since: since.toISOString(),
      ...total,
      largestOverlap: Math.max(0, ...overlaps(accounts)),
      largestWriteOverlap,
      accounts: Object.fromEntries(
        [...accounts].map(([name, { running: _running, ...counted }]) => [name, counted]),
      ),
      effects,
      sources,
    }),
    clear: () => {
      since = now();
      total = tally();
      accounts = new Map();
      effects = {};
      sources = {};
      largestWriteOverlap = 0;
    },
  };
}

function overlaps(accounts: Map<string, AccountTally>) {
  return [...accounts].filter(([name]) => name !== noAccount).map(([, { largestOverlap }]) => largestOverlap);
}
