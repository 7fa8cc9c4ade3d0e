import { apiError } from './errors.ts';

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks the members of an object in a request: those the provider knows but does not take here are refused as such
 * (1032), all others as something it cannot parse (1008).
 */
export function assertAttributes(
  object: Json,
  { noun, taken, known = [] }: { noun: string; taken: readonly string[]; known?: readonly string[] },
): void {
  const refused = Object.keys(object).filter((name) => !taken.includes(name));
  const unknown = refused.find((name) => !known.includes(name));
  if (unknown !== undefined) throw apiError(1008, `Unknown attribute "${unknown}" found in ${noun}.`);
  if (refused.length > 0) throw apiError(1032, refused.map((name) => `${noun}.${name}`).join(', '));
}

/** The member as this type, undefined when it is absent or null; 1031 when it is something else. */
export function readAttribute<Kind extends 'string' | 'number' | 'boolean'>(
  object: Json,
  { noun, name, kind }: { noun: string; name: string; kind: Kind },
): { string: string; number: number; boolean: boolean }[Kind] | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== kind) throw apiError(1031, JSON.stringify(value), `${noun}.${name}`);
  return value as { string: string; number: number; boolean: boolean }[Kind];
}
