/** A list that comes in pages: its items one after the other, each page read when the first of its items is needed. */
export type Pages<T> = AsyncIterable<T> & {
  /** The pages themselves. */
  pages: () => AsyncIterable<T[]>;
  /** Reads all pages, and returns their items. */
  all: () => Promise<T[]>;
};

export type ReadPage<T> = (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>;

/** Returns the list whose pages `read` reads, from the page of `cursor` on, or from the first one. */
export function createPages<T>(read: ReadPage<T>, cursor?: string): Pages<T> {
  async function* pages() {
    let next: string | null | undefined = cursor;
    do {
      const { items, nextCursor } = await read(next);
      yield items;
      next = nextCursor;
    } while (next !== null);
  }
  async function* items() {
    for await (const page of pages()) yield* page;
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    all: async () => {
      const found: T[] = [];
      for await (const page of pages()) found.push(...page);
      return found;
    },
  };
}
