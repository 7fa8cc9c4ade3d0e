import type { EndpointDefinition } from '@picksync/contracts';
import { programEndpoints } from './program-endpoints.ts';

/** What has to be known of a call to make it. */
export type Call = Pick<
  EndpointDefinition,
  'method' | 'path' | 'programs' | 'idempotent' | 'paged' | 'partial'
>;

/** The calls that an API key may make, by noun and verb. In the published form they stand here as literals, without schemas. */
export const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = listCalls();

function listCalls() {
  return Object.fromEntries(
    Object.entries(programEndpoints).map(([noun, verbs]) => [noun, pickCalls(verbs)]),
  );
}

function pickCalls(verbs: Readonly<Record<string, EndpointDefinition>>): Record<string, Call> {
  const picked = Object.entries(verbs).flatMap(([verb, definition]) => {
    const { method, path, programs, idempotent, paged, partial } = definition;
    if (programs === undefined) return [];
    const marks = { ...(idempotent && { idempotent }), ...(paged && { paged }), ...(partial && { partial }) };
    return [[verb, { method, path, programs, ...marks }] as const];
  });
  return Object.fromEntries(picked);
}
