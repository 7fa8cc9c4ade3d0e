import * as z from 'zod';

const earliest = 946_684_800;
const latest = 4_765_046_400;

function time(name: string) {
  const problem = `${name} must be between ${earliest} and ${latest}`;
  return z.coerce.number(problem).int(problem).min(earliest, problem).max(latest, problem).optional();
}

function count(name: string, least: number) {
  const problem = `The ${name} must be an integer.`;
  return z.coerce.number(problem).int(problem).min(least, `The ${name} must be at least ${least}.`);
}

const pageSchema = z.object({
  count: count('count', 1).max(100, 'The count may not be greater than 100.').default(10),
  skip: count('skip', 0).default(0),
  from: time('from'),
  to: time('to'),
});

type Query = Record<string, string | string[] | undefined>;
type Dated = { createdAt: number } | { at: number };

/** Returns one page of what was created between `from` and `to`, newest first. Throws for a page that is none. */
export function getPage<One extends Dated>(all: One[], query: Query): One[] {
  const { count: size, skip, from = 0, to = latest } = pageSchema.parse(query);
  const at = (one: One) => ('createdAt' in one ? one.createdAt : one.at) / 1000;
  return all
    .filter((one) => at(one) >= from && at(one) < to + 1)
    .toReversed()
    .slice(skip, skip + size);
}

/** Returns one page of Razorpay's collections. */
export function collection<One extends Dated>(all: One[], query: Query, view: (one: One) => unknown) {
  return wholeCollection(getPage(all, query).map(view));
}

export function wholeCollection(items: unknown[]) {
  return { entity: 'collection', count: items.length, items };
}

/** Returns what an answer is to show within it, such as the payments of an order. */
export function expandedIn(query: Query): string[] {
  return [query['expand[]'] ?? []].flat();
}
