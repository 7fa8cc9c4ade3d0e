import { apiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { Id } from '../model.ts';

export type QueryParams = ReturnType<typeof parseQuery>;

/**
 * Returns readers for the parameters of a query. Names are case-sensitive; a list is one value with commas. Each throws
 * 1018 for a value of the wrong form.
 */
export function parseQuery(query: unknown) {
  const values = query as Record<string, string | string[] | undefined>;
  /** Undefined when the parameter is absent or empty. */
  const text = (name: string) => [values[name]].flat()[0] || undefined;
  const reader =
    <Value>(parse: (value: string) => Value | undefined) =>
    (name: string): Value | undefined => {
      const value = text(name);
      if (value === undefined) return undefined;
      const parsed = parse(value);
      if (parsed === undefined) throw apiError(1018, value, name);
      return parsed;
    };
  const flag = reader(parseFlag);
  return {
    text,
    /** `true` or `false`; false when absent. */
    flag: (name: string) => flag(name) ?? false,
    integer: reader(parseInteger),
    /** An integer of at least 1, such as a page number. */
    positive: reader((value) => parseInteger(value) || undefined),
    list: (name: string): ReadonlySet<string> => new Set(text(name)?.split(',')),
    integers: reader(parseIntegers),
    /** Milliseconds since the epoch. */
    time: reader(parseTime),
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
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
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
