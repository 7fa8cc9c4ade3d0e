import * as z from 'zod';
import { apiError, unknownId } from './razorpay.errors.ts';

/** Numbers may come as texts. */
function numeric(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
}

/** Returns a schema for a whole number. The problems are in Razorpay's words. */
export function integer(label: string) {
  const problem = `The ${label} must be an integer.`;
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? `The ${label} field is required.` : problem;
  return z.preprocess(numeric, z.number({ error }).int(problem));
}

/** Returns a schema for a text. */
export function text(label: string) {
  return z.string({
    error: ({ input }) =>
      input === undefined ? `The ${label} field is required.` : `The ${label} must be a string.`,
  });
}

/** Returns a schema for a text of at most 40 characters. */
export function receipt() {
  return text('receipt').max(40, 'The receipt may not be greater than 40 characters.').nullish();
}

const maxNotes = 15;
const longestNote = 256;

/** Returns a schema for notes, which may be an empty list as well. */
export function notes(message = 'The notes must be an array.') {
  return z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    z
      .record(
        z.string(),
        z.coerce.string().max(longestNote, `The notes may not be greater than ${longestNote} characters.`),
        message,
      )
      .refine(
        (pairs) => Object.keys(pairs).length <= maxNotes,
        `The notes may not have more than ${maxNotes} items.`,
      ),
  );
}

/** Returns the entity of an id. Throws Razorpay's error for an id that is none, or that nothing has. */
export function findEntity<One extends { id: string }>(all: One[], kind: string, id = ''): One {
  if (!new RegExp(`^${kind}_[A-Za-z0-9]{14}$`).test(id))
    throw apiError(`${id.replace(`${kind}_`, '')} is not a valid id`);
  const found = all.find((one) => one.id === id);
  if (!found) throw unknownId();
  return found;
}

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
