import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';
import { parseId } from '../wide-ids.ts';

/** Reads the query of a request. Names are case-sensitive; a list is one value with commas. */
export type QueryParams = {
  text: (name: string) => string | undefined;
  /** `true` or `false`; false when absent. */
  flag: (name: string) => boolean;
  integer: (name: string) => number | undefined;
  /** An integer of at least 1, such as a page number. */
  positive: (name: string) => number | undefined;
  list: (name: string) => ReadonlySet<string>;
  /** Undefined when the parameter is absent or empty. */
  integers: (name: string) => number[] | undefined;
  /** Milliseconds since the epoch. */
  time: (name: string) => number | undefined;
};

/** Returns readers for the parameters of a query. Each throws 1018 for a value of the wrong form. */
export function parseQuery(query: unknown): QueryParams {
  const values = query as Record<string, string | string[] | undefined>;
  const text = (name: string) => {
    const value = values[name];
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === '' ? undefined : first;
  };
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) throw apiError(1018, value, name);
    return parsed;
  };
  return {
    text,
    flag: (name) => read(name, parseFlag) ?? false,
    integer: (name) => read(name, parseInteger),
    positive: (name) => read(name, (value) => parseInteger(value) || undefined),
    list: (name) => new Set(text(name)?.split(',') ?? []),
    integers: (name) => read(name, parseIntegers),
    time: (name) => read(name, parseTime),
  };
}

function parseFlag(value: string): boolean | undefined {
  return { true: true, false: false }[value.toLowerCase()];
}

function parseInteger(value: string): number | undefined {
  return /^\d{1,19}$/.test(value) ? parseId(value) : undefined;
}

function parseIntegers(value: string): number[] | undefined {
  const numbers = value.split(',').map((part) => parseInteger(part.trim()));
  return numbers.some((number) => number === undefined)
    ? undefined
    : numbers.flatMap((number) => number ?? []);
}

function parseTime(value: string): number | undefined {
  const time = /^\d{10,}$/.test(value) ? Number(value) : Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns an id from the path. Throws 1006 when it is not a number, as for an unknown id. */
export function pathId(params: unknown, name: string): Id {
  const id = parseInteger((params as Record<string, string>)[name] ?? '');
  if (id === undefined) throw apiError(1006);
  return id;
}
