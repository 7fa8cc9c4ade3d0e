import { quietly } from './session-storage.ts';

const prefix = 'draft ';

/**
 * Returns the stored entries of a form in this tab; undefined where there are none. They may be of an older version of
 * ours.
 */
export function readDraft(key: string): unknown {
  return quietly(() => JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')) ?? undefined;
}

/** Stores the entries of an unsent form for as long as the tab is open, so that a reload loses nothing. */
export function keepDraft(key: string, entries: unknown): void {
  quietly(() => sessionStorage.setItem(prefix + key, JSON.stringify(entries)));
}

/** Whether something is kept of a form of this user. */
export function hasDraft(userId: string, form: string): boolean {
  return readDraft(`${userId} ${form}`) !== undefined;
}

export function dropDraft(key: string): void {
  quietly(() => sessionStorage.removeItem(prefix + key));
}

/** Removes all drafts at logout, so that the next user does not find them. */
export function dropDrafts(): void {
  dropWhere(() => true);
}

/**
 * Removes the drafts of other users at login, in case one left without logging out. The key of a draft begins with its
 * user's id.
 */
export function dropDraftsOfOthers(userId: string): void {
  dropWhere((key) => !key.startsWith(`${prefix}${userId} `));
}

function dropWhere(isUnwanted: (key: string) => boolean): void {
  quietly(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && isUnwanted(key)) sessionStorage.removeItem(key);
  });
}
