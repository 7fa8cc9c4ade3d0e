import { type ApiError, apiError } from './errors.ts';
import type { Id } from './model.ts';
import { parseId } from './wide-ids.ts';

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

/** Returns an attribute, or undefined when it is absent or null. Throws 1008 when it has another type. */
export function readAttribute<Kind extends 'string' | 'number' | 'boolean'>(
  object: Json,
  { name, kind }: { name: string; kind: Kind },
): { string: string; number: number; boolean: boolean }[Kind] | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== kind) throw unexpectedType(name);
  return value as { string: string; number: number; boolean: boolean }[Kind];
}

/** Returns an id, which may be sent as text, or undefined when it is absent. Throws 1008 for anything else. */
export function readId(object: Json, name: string): Id | undefined {
  const value = object[name];
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return parseId(value);
  return readAttribute(object, { name, kind: 'number' });
}

/** Returns the error that Smartsheet answers to an attribute of another JSON type than it expects. */
export function unexpectedType(name: string): ApiError {
  return apiError(1008, `Field "${name}" was of unexpected type.`);
}
