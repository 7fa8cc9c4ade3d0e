import { randomUUID } from 'node:crypto';

export type ChangeHistory = {
  /** The id of an event that is sent now: whoever has seen it has missed nothing until now. */
  id: () => string;
  record: (userId: string) => void;
  /** Returns whether something may have changed for a user since the event with this id. */
  hasChangedSince: (userId: string, eventId: string) => boolean;
  /** Forgets everything: changes may have been missed, so that no earlier id is worth anything. */
  clear: () => void;
};

const usersKept = 10_000;
const eventIdPattern = /^([^.]+)\.(\d{1,15})$/;

/**
 * Remembers when something last changed for each user, by a count of all changes that this process has heard of, and so
 * tells whether a page that comes back has missed any. Of users who are no longer remembered it says that it has.
 */
export function createChangeHistory(maxUsers = usersKept): ChangeHistory {
  let epoch = randomUUID();
  let changes = 0;
  /** The last change of each user, the oldest first. */
  let lastChanges = new Map<string, number>();
  /** The newest change of those who are no longer remembered. */
  let forgottenUntil = 0;

  return {
    id: () => `${epoch}.${changes}`,
    record: (userId) => {
      changes += 1;
      lastChanges.delete(userId);
      lastChanges.set(userId, changes);
      const [oldest] = lastChanges;
      if (!oldest || lastChanges.size <= maxUsers) return;
      lastChanges.delete(oldest[0]);
      forgottenUntil = oldest[1];
    },
    hasChangedSince: (userId, eventId) => {
      const [, seenEpoch, seen] = eventIdPattern.exec(eventId) ?? [];
      // A count that was never reached was never sent.
      if (seenEpoch !== epoch || Number(seen) > changes) return true;
      return (lastChanges.get(userId) ?? forgottenUntil) > Number(seen);
    },
    clear: () => {
      epoch = randomUUID();
      changes = 0;
      forgottenUntil = 0;
      lastChanges = new Map();
    },
  };
}
