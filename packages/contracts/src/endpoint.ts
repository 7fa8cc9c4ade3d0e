import type * as z from 'zod';

/** Who may call: anybody, a signed-in and verified user, or a user whose role is admin. */
export type Access = 'public' | 'user' | 'admin';

/**
 * One call of the API, described once. The server takes method, path and schemas from it, the browser its path
 * and types.
 *
 * Inputs (params, query, body) are strict objects: an unknown field is refused. Replies are plain objects: a field
 * that is not listed is stripped, so a secret cannot leave by accident.
 */
export type EndpointDefinition = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Fastify's form: parameters are written `:id`. */
  readonly path: `/api/${string}`;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly access: Access;
  /** `recent`: the caller has proved within the last minutes who they are; else the call is answered `proof_required`. */
  readonly stepUp?: 'recent';
  /** Programs may call it with an API key, `write` only with one that may write. Absent: only people who are signed in. */
  readonly programs?: 'read' | 'write';
  /** Takes the header `Idempotency-Key`: the same key and body again change nothing and are answered the same. */
  readonly idempotent?: true;
  /** HTTP status of success; 200 when absent. */
  readonly status?: 200 | 201;
  /** The reply is one page; the header named by `nextCursorHeader` leads to the next one. */
  readonly paged?: true;
  /** The reply is a list that may lack items; the header named by `incompleteListHeader` says so. */
  readonly partial?: true;
  /**
   * During a maintenance changes are refused, and reads go on. `open`: a change that goes on; `refused`: a read by which a
   * change begins. Calls of administrators and of other services go on.
   */
  readonly maintenance?: 'open' | 'refused';
  /** `strict` for calls that take a password or a code or send a mail; `normal` when absent. */
  readonly rate?: 'strict' | 'normal';
  /**
   * `redirect`: a browser navigates here and is always redirected, never sent JSON.
   * `bytes`: another service posts here and the handler needs the body's raw bytes for its signature.
   * In both cases the sender is not ours, so unknown fields are let through.
   * `events`: the answer is a stream of server-sent events that stays open; `reply` is the data of each.
   */
  readonly raw?: 'redirect' | 'bytes' | 'events';
  /** With `redirect`: the browser stays where it is and gets a file, for which it may take its time. */
  readonly isFile?: true;
  /** With `redirect`: where the browser is redirected when the call fails in a way that the handler does not handle. */
  readonly failTo?: `/${string}`;
};

/** Returns the definition of a call with its literal types. */
export function endpoint<
  const M extends EndpointDefinition['method'],
  const P extends EndpointDefinition['path'],
  const E extends Omit<EndpointDefinition, 'method' | 'path'>,
>(method: M, path: P, definition: E): E & { readonly method: M; readonly path: P } {
  return { method, path, ...definition };
}

type Part = 'params' | 'query' | 'body';
type Parts<E extends EndpointDefinition> = Extract<keyof E, Part>;
type PartOf<E extends EndpointDefinition, K extends Part> = K extends keyof E
  ? E[K] extends z.ZodType
    ? E[K]
    : never
  : never;
/** A part whose fields are all optional is optional itself. */
type Relaxed<T> = { [K in keyof T as Partial<T[K]> extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as Partial<T[K]> extends T[K] ? K : never]?: T[K];
};

/** What a caller gives, before parsing: the parts this endpoint has, e.g. `{ params: { id }, body: { … } }`. */
export type Input<E extends EndpointDefinition> = Relaxed<{ [K in Parts<E>]: z.input<PartOf<E, K>> }>;
/** What a handler receives, after parsing: trimmed, defaulted, typed. */
export type Parsed<E extends EndpointDefinition> = { [K in Parts<E>]: z.output<PartOf<E, K>> };
/** The reply of a successful call. */
export type Reply<E extends EndpointDefinition> = z.output<E['reply']>;
export type Query<E extends EndpointDefinition> = z.input<PartOf<E, 'query'>>;
export type Body<E extends EndpointDefinition> = z.input<PartOf<E, 'body'>>;

/** Response header of paged replies: the `cursor` of the next page, absent on the last one. */
export const nextCursorHeader = 'x-next-cursor';

/**
 * Response header of a list that lacks items: how many there are, or `unknown`. It is absent where the list is whole.
 */
export const incompleteListHeader = 'x-incomplete-list';

/** Returns the HTTP status of success. */
export function getStatus(definition: EndpointDefinition): 200 | 201 {
  return definition.status ?? 200;
}

type PathInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
};

/**
 * Returns the path to call, with its parameters filled in and escaped and the query appended; fields that are undefined
 * are left out. Throws a `TypeError` when a path parameter is missing, or would
 * lead to another path.
 */
export function toPath(definition: Pick<EndpointDefinition, 'path'>, input: PathInput = {}): string {
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined || value === '')
      throw new TypeError(`${definition.path} needs the parameter ${name}`);
    // An address without them is another one.
    if (value === '.' || value === '..')
      throw new TypeError(`${definition.path} cannot have ${name} “${value}”`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
