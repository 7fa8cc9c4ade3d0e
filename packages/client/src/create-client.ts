import type { EndpointDefinition, Input, Reply } from '@picksync/contracts';
import { type Call, calls } from './calls.ts';
import {
  type CallOptions,
  type ClientOptions,
  createSend,
  type Send,
  type WireInput,
} from './create-send.ts';
import { createPages, type Pages } from './pages.ts';
import { PicksyncError } from './picksync-error.ts';
import type { ProgramEndpoints } from './program-endpoints.ts';

/** A list that may lack items. `missing`: how many, 0 where it is whole. */
export type PartialList<T> = { items: T; missing: number | 'unknown' };

type Item<R> = R extends readonly (infer T)[] ? T : never;

type Result<E extends EndpointDefinition> = E extends { paged: true }
  ? Pages<Item<Reply<E>>>
  : E extends { partial: true }
    ? Promise<PartialList<Reply<E>>>
    : Promise<Reply<E>>;

/** What a call takes: its parts, which may be left out where none of them is needed. */
type Arguments<E extends EndpointDefinition> =
  Record<string, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions];

/** A call as a function. */
type Method<E extends EndpointDefinition> = (...given: Arguments<E>) => Result<E>;

type ForPrograms = { programs: 'read' | 'write' };

/** The calls of a noun that an API key may make. */
type Methods<N> = {
  [V in keyof N as N[V] extends ForPrograms ? V : never]: N[V] extends EndpointDefinition
    ? Method<N[V]>
    : never;
};

/** Every call that an API key may make, by noun and verb. */
export type Client = { [N in keyof ProgramEndpoints]: Methods<ProgramEndpoints[N]> };

/** Returns a client of one installation, with an API key. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options);
  const nouns = Object.entries(calls).map(([noun, verbs]) => {
    const methods = Object.entries(verbs).map(([verb, call]) => [verb, toMethod(call, send)] as const);
    return [noun, Object.fromEntries(methods)] as const;
  });
  // The calls are those of the contract that the type is made of.
  return Object.fromEntries(nouns) as unknown as Client;
}

function toMethod(call: Call, send: Send) {
  return (input: WireInput = {}, options: CallOptions = {}) => {
    if (call.paged) return toPages(call, send, { input, options });
    const answer = send(call, input, options);
    return answer.then(({ reply, missing }) => (call.partial ? { items: reply, missing } : reply));
  };
}

function toPages(call: Call, send: Send, { input, options }: { input: WireInput; options: CallOptions }) {
  const first = input.query?.cursor;
  return createPages(
    async (cursor) => {
      const query = { ...input.query, cursor };
      const { reply, nextCursor } = await send(call, { ...input, query }, options);
      // The list would have no end.
      if (nextCursor !== null && nextCursor === cursor) throw repeatedPage(call);
      return { items: reply as unknown[], nextCursor };
    },
    typeof first === 'string' ? first : undefined,
  );
}

function repeatedPage({ method, path }: Call): PicksyncError {
  const message = 'The list begins again where it ended, and so has no end. Is the address right?';
  return new PicksyncError({ code: 'unexpected_reply', message, call: `${method} ${path}` });
}
