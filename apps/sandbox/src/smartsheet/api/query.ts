import { refuse } from '../errors.ts';
import type { Id } from '../model.ts';

/** The query of a request. Names are case-sensitive; lists are one value joined by commas. */
export type Query = {
  text: (name: string) => string | undefined;
  /** `true` or `false`; undefined is false. */
  flag: (name: string) => boolean;
  whole: (name: string) => number | undefined;
  /** A page or a size of pages: at least 1. */
  page: (name: string) => number | undefined;
  words: (name: string) => ReadonlySet<string>;
  /** Undefined when the parameter is absent or empty. */
  numbers: (name: string) => number[] | undefined;
  time: (name: string) => number | undefined;
};

/** Reads parameters one by one; one that is not what it should be is refused with 1018. */
export function readQuery(given: unknown): Query {
  const values = given as Record<string, string | string[] | undefined>;
  const text = (name: string) => {
    const value = values[name];
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === '' ? undefined : first;
  };
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) throw refuse(1018, value, name);
    return parsed;
  };
  return {
    text,
    flag: (name) => read(name, parseFlag) ?? false,
    whole: (name) => read(name, parseWhole),
    page: (name) => read(name, (value) => parseWhole(value) || undefined),
    words: (name) => new Set(text(name)?.split(',') ?? []),
    numbers: (name) => read(name, parseNumbers),
    time: (name) => read(name, parseTime),
  };
}

const parseFlag = (value: string) => ({ true: true, false: false })[value.toLowerCase()];
const parseWhole = (value: string) => (/^\d{1,16}$/.test(value) ? Number(value) : undefined);

function parseNumbers(value: string): number[] | undefined {
  const numbers = value.split(',').map((part) => parseWhole(part.trim()));
  return numbers.some((number) => number === undefined)
    ? undefined
    : numbers.flatMap((number) => number ?? []);
}

function parseTime(value: string): number | undefined {
  const at = /^\d{10,}$/.test(value) ? Number(value) : Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** An id of the path; one that is no number names nothing (1006). */
export function pathId(params: unknown, name: string): Id {
  const id = parseWhole((params as Record<string, string>)[name] ?? '');
  if (id === undefined) throw refuse(1006);
  return id;
}
