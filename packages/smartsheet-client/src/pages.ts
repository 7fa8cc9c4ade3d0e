import { SmartsheetError } from './errors.ts';
import type { SmartsheetOperation } from './operations.ts';

/**
 * Yields one page after another until a page is short or empty. Totals are not believed: some lists answer -1 or
 * nothing. A page beyond the end may be the last page once more (so does "List Sheets"): its first id tells.
 * Throws `bad_reply` after `maxPages` full pages.
 */
export async function* eachPage<Item extends { id: string }>(input: {
  operation: SmartsheetOperation;
  pageSize: number;
  maxPages: number;
  load: (page: number) => Promise<Item[]>;
}): AsyncGenerator<Item[], void, void> {
  let lastFirstId: string | undefined;
  for (let page = 1; page <= input.maxPages; page += 1) {
    const items = await input.load(page);
    const firstId = items[0]?.id;
    if (firstId === undefined || firstId === lastFirstId) return;
    yield items;
    if (items.length < input.pageSize) return;
    lastFirstId = firstId;
  }
  throw new SmartsheetError({
    class: 'bug',
    reason: 'bad_reply',
    operation: input.operation,
    detail: `no end after ${input.maxPages} pages`,
  });
}
