import { type ApiError, apiError } from './errors.ts';
import { parseId } from './ids.ts';
import type { Id } from './model.ts';

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws 1032 for attributes that Smartsheet knows but does not accept here, and 1008 for unknown ones. */
export function assertAttributes(
  object: Json,
  {
    noun,
    accepted,
    unsupported = [],
  }: { noun: string; accepted: readonly string[]; unsupported?: readonly string[] },
): void {
  const rejected = Object.keys(object).filter((name) => !accepted.includes(name));
  const unknown = rejected.find((name) => !unsupported.includes(name));
  if (unknown !== undefined) throw apiError(1008, `Unknown attribute "${unknown}" found in ${noun}.`);
  if (rejected.length > 0) throw apiError(1032, rejected.map((name) => `${noun}.${name}`).join(', '));
}

type Kinds = { string: string; number: number; boolean: boolean };

/** Returns an attribute, or undefined when it is absent or null. Throws 1008 when it has another type. */
function readAttribute<Kind extends keyof Kinds>(object: Json, name: string, kind: Kind) {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== kind) throw unexpectedType(name);
  return value as Kinds[Kind];
}

export function readText(object: Json, name: string): string | undefined {
  return readAttribute(object, name, 'string');
}

export function readNumber(object: Json, name: string): number | undefined {
  return readAttribute(object, name, 'number');
}

export function readFlag(object: Json, name: string): boolean | undefined {
  return readAttribute(object, name, 'boolean');
}

/** Returns an id, which may be sent as text, or undefined when it is absent. Throws 1008 for anything else. */
export function readId(object: Json, name: string): Id | undefined {
  const value = object[name];
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return parseId(value);
  return readNumber(object, name);
}

/** Returns one of the texts that are allowed, or undefined when it is absent. Throws 1031, which names the owner of the attribute, for another. */
export function readChoice<Value extends string>(
  object: Json,
  name: string,
  allowed: readonly Value[],
  owner: string,
): Value | undefined {
  const value = readText(object, name);
  const match = allowed.find((one) => one === value);
  if (value !== undefined && match === undefined) throw apiError(1031, value, `${owner}.${name}`);
  return match;
}

type Optional<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns the fields that are not undefined: what the state does not have is absent from it. */
export function definedFields<Fields extends object>(fields: Fields): Optional<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Optional<Fields>;
}

/** Returns the error that Smartsheet answers to an attribute of another JSON type than it expects. */
export function unexpectedType(name: string): ApiError {
  return apiError(1008, `Field "${name}" was of unexpected type.`);
}
