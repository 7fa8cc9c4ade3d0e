import * as z from 'zod';
import { wireCountOrNull, wireIdOrNull, wireText } from './wire.ts';

/** The members of a list's answer that say which part of the list it is. */
export type ListAnswer<Item> = {
  items: Item[];
  /** Items in the answer, also those that were not kept, and the id of the first. */
  count: number;
  firstId: string | null;
  /** Items of a full page; null when the answer is not one of several. */
  pageSize: number | null;
  /** Items of the whole list; null when that is not known. Some lists always say -1. */
  totalCount: number | null;
  /** The token of the next page. */
  lastKey: string | null;
};

/** What of a list to ask for: everything at once, one of its pages, or what comes after a token. */
export type ListPlace =
  | { from: 'start' }
  | { from: 'page'; page: number; pageSize: number }
  | { from: 'token'; lastKey: string };

export type ListPage<Item> = {
  items: Item[];
  /** Whether the list goes on after this page. */
  hasMore: boolean;
  /** Whether nothing is missing of the list once this page was read. */
  isWhole: boolean;
  /** How many more pages there are; null when that is not known. */
  pagesLeft: number | null;
  totalCount: number | null;
};

/** Members of an answer that say which part of its list it is. Totals may be -1, and a list with tokens has none. */
const listEnvelope = {
  pageSize: wireCountOrNull,
  totalCount: wireCountOrNull.transform((count) => (count === null || count < 0 ? null : count)),
  lastKey: wireText.transform((key) => key || null),
};

/** Returns the schema of the answer of a list that is read in one piece. */
export function listAnswer<Item extends { id: string | null }>(item: z.ZodType<Item>) {
  return z.object({ ...listEnvelope, data: z.array(item) }).transform(
    ({ data, ...envelope }): ListAnswer<Item> => ({
      ...envelope,
      items: data,
      count: data.length,
      firstId: data[0]?.id ?? null,
    }),
  );
}

/** Returns the schema of the answer of a list that is read by `readListBody`. */
export function countedListAnswer<Item>(item: z.ZodType<Item>) {
  return z
    .object({ ...listEnvelope, data: z.array(item), count: z.int(), firstId: wireIdOrNull })
    .transform(({ data: items, ...answer }): ListAnswer<Item> => ({ ...answer, items }));
}

/**
 * Yields one page after another until the list ends, `maxPages` at most; `first` is what to begin with. The end is where
 * the total is reached, or where no total is told, a short or empty page. A page that begins like the one before ends the
 * list too: beyond the end, the last page may come again.
 */
export async function* eachPage<Item>(input: {
  first: ListPlace;
  maxPages: number;
  load: (place: ListPlace) => Promise<ListAnswer<Item>>;
}): AsyncGenerator<ListPage<Item>, void, void> {
  let place = input.first;
  let seen = 0;
  let firstIdBefore: string | null = null;
  for (let pages = 1; pages <= input.maxPages; pages += 1) {
    const answer = await input.load(place);
    const { totalCount, firstId } = answer;
    const isRepeated = firstId !== null && firstId === firstIdBefore;
    const items = isRepeated ? [] : answer.items;
    seen += isRepeated ? 0 : answer.count;
    const next = isRepeated ? null : placeAfter(answer, { place, seen });
    const isWhole = next === null && answer.lastKey === null && seen >= (totalCount ?? 0);
    yield { items, hasMore: next !== null, isWhole, pagesLeft: pagesAfter(next, answer, seen), totalCount };
    if (next === null) return;
    firstIdBefore = firstId;
    place = next;
  }
}

/** Returns what to ask for after an answer; null at the end of the list. */
function placeAfter(
  { count, pageSize, totalCount, lastKey }: ListAnswer<unknown>,
  { place, seen }: { place: ListPlace; seen: number },
): ListPlace | null {
  if (lastKey !== null) return { from: 'token', lastKey };
  const wantedSize = place.from === 'page' ? place.pageSize : Infinity;
  // Smartsheet may send fewer than were asked for in one page.
  const fullSize = Math.min(pageSize ?? wantedSize, wantedSize);
  const isOver = totalCount === null ? count < fullSize : seen >= totalCount;
  if (isOver || count === 0) return null;
  const page = place.from === 'page' ? place.page + 1 : 2;
  return { from: 'page', page, pageSize: Number.isFinite(fullSize) ? fullSize : count };
}

function pagesAfter(
  next: ListPlace | null,
  { totalCount }: ListAnswer<unknown>,
  seen: number,
): number | null {
  if (next === null) return 0;
  if (totalCount === null || next.from !== 'page') return null;
  return Math.ceil((totalCount - seen) / next.pageSize);
}
