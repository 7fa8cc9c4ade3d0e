import { quietly } from './session-storage.ts';

const prefix = 'draft ';

/** What was kept of a form in this tab, as it was; undefined where nothing was. It can be of an older version of ours. */
export function readDraft(key: string): unknown {
  return quietly(() => JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')) ?? undefined;
}

/** Keeps what is entered in a form that was not sent, for as long as the tab is open: a reload loses nothing. */
export function keepDraft(key: string, entries: unknown): void {
  quietly(() => sessionStorage.setItem(prefix + key, JSON.stringify(entries)));
}

export function dropDraft(key: string): void {
  quietly(() => sessionStorage.removeItem(prefix + key));
}

/** For who logs out: nobody after them finds what they had entered. */
export function dropDrafts(): void {
  dropWhere(() => true);
}

/** For who logs in in a tab that another user has left without logging out. The key of a draft begins with its user's id. */
export function dropDraftsOfOthers(userId: string): void {
  dropWhere((key) => !key.startsWith(`${prefix}${userId} `));
}

function dropWhere(isUnwanted: (key: string) => boolean): void {
  quietly(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && isUnwanted(key)) sessionStorage.removeItem(key);
  });
}
