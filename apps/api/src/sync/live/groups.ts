export type Groups<T> = {
  add: (key: string, member: T) => void;
  remove: (key: string, member: T) => void;
  /** Returns the members of a key; none for one that has none. */
  of: (key: string) => ReadonlySet<T>;
  /** The keys that have a member. */
  keys: () => Iterable<string>;
};

/** Creates sets of members by key, so that the members of one key are found directly. */
export function createGroups<T>(): Groups<T> {
  const groups = new Map<string, Set<T>>();
  const none: ReadonlySet<T> = new Set<T>();

  return {
    add: (key, member) => {
      groups.set(key, (groups.get(key) ?? new Set()).add(member));
    },
    remove: (key, member) => {
      const group = groups.get(key);
      group?.delete(member);
      if (group?.size === 0) groups.delete(key);
    },
    of: (key) => groups.get(key) ?? none,
    keys: () => groups.keys(),
  };
}
