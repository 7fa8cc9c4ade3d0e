const usersKept = 10_000;
const positionPattern = /^\d{1,15}$/;

/**
 * Remembers the last transaction that changed something for each user, to find out whether a page that connects has
 * missed any. The page names its position: the number of a transaction below which all had ended before it read
 * anything. Numbers of transactions are the database's, so it does not matter which process gave the page its position.
 * For users who are no longer remembered it returns that something has changed.
 */
export function createChangeHistory(maxUsers = usersKept) {
  let ended: number | undefined;
  /** Null while nothing is heard. */
  let heardFrom: number | null = null;
  /** The highest transaction of each user, in the order of their last change. */
  let lastChanges = new Map<string, number>();
  /** The highest transaction of users who are no longer remembered. */
  let forgottenUntil = -1;

  return {
    /**
     * Returns the id of an event that is sent now: a page that has it has been told of everything before. Undefined
     * while nothing is known.
     */
    id: () => ended?.toString(),
    /** Remembers that a transaction changed something for a user. */
    record: (userId: string, transaction: number): void => {
      // Transactions commit in another order than they begin.
      const last = Math.max(transaction, lastChanges.get(userId) ?? forgottenUntil);
      lastChanges.delete(userId);
      lastChanges.set(userId, last);
      const [oldest] = lastChanges;
      if (!oldest || lastChanges.size <= maxUsers) return;
      lastChanges.delete(oldest[0]);
      forgottenUntil = Math.max(forgottenUntil, oldest[1]);
    },
    /** Returns whether something may have changed for a user since the position that an id names. */
    hasChangedSince: (userId: string, id: string): boolean => {
      if (heardFrom === null || !positionPattern.test(id) || Number(id) < heardFrom) return true;
      return (lastChanges.get(userId) ?? forgottenUntil) >= Number(id);
    },
    /**
     * Called when all changes of transactions below `ended` are recorded. Positions of several processes may come in another
     * order than they were read in; what has ended stays so.
     */
    reach: (position: { ended: number }): void => {
      if (heardFrom !== null) ended = Math.max(ended ?? 0, position.ended);
    },
    /** Starts over: changes of transactions below `begun` may have been missed. */
    begin: (from: { ended: number; begun: number }): void => {
      ended = from.ended;
      heardFrom = from.begun;
      // Changes that were announced while the position was read are of later transactions, and are kept.
      lastChanges = new Map([...lastChanges].filter(([, transaction]) => transaction >= from.begun));
      if (forgottenUntil < from.begun) forgottenUntil = -1;
    },
    /** Changes are missed from now on. */
    stop: (): void => {
      ended = undefined;
      heardFrom = null;
    },
  };
}
