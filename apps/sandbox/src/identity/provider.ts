import type { AuthorizeProblem, TokenProblem } from './microsoft.errors.ts';
import type { Person } from './people.ts';
import type { SigningKey } from './signing-keys.ts';

/** Where a request came in. `base` is the sandbox's address as the caller knows it; Google has no tenants. */
export type Place = { base: string; tenant: string };

/** What a person granted the app. */
export type Grant = {
  person: Person;
  scopes: string[];
  nonce: string | undefined;
  /** Whether the app may come back without the person. */
  isOffline: boolean;
};

/** The fields of a form or a query. One that was sent twice or empty counts as not sent. */
export type Fields = Record<string, string | undefined>;

/** A refusal of a request for permission: shown on the provider's own page, or told to the app. */
export type AuthorizeRefusal =
  | { page: { title: string; lines: string[] } }
  | { answer: Record<string, string> };

export type Refusal = { status: number; body: object; headers?: Record<string, string> };

/** What differs between the two providers. */
export type Provider = {
  name: 'google' | 'microsoft';
  label: string;
  /** Fastify's form, so that a tenant may be a parameter. */
  paths: { discovery: string; authorize: string; token: string; keys: string; userinfo: string };
  people: Person[];
  /** The people who can sign in there. */
  findPeople: (place: Place) => Person[];
  isMember: (person: Person, place: Place) => boolean;
  /** Returns why there is no such place, under the given name of the error; null when there is. */
  refusePlace: (place: Place, about: { error: string; now: Date }) => Refusal | null;
  /** Returns the discovery document. */
  discover: (place: Place) => object;
  /** How long the keys may be kept. */
  keysCaching: string;
  describeKey: (key: SigningKey, base: string) => object;
  issuerFor: (base: string, person: Person) => string;
  /** Returns what an id token says about a person and the app. */
  toClaims: (grant: Grant, token: { clientId: string; at: number; accessToken?: string }) => object;
  toUserinfo: (grant: Grant) => object;
  refuseUserinfo: (isTokenSent: boolean) => Refusal;
  isScope: (name: string) => boolean;
  /** The scopes in an answer. */
  writeScopes: (scopes: string[]) => string;
  isPrompt: (prompt: string) => boolean;
  isOffline: (fields: Fields, scopes: string[]) => boolean;
  responseTypes: string[];
  /** The beginnings of what it issues. */
  prefixes: { code: string; accessToken: string; refreshToken: string };
  /** The members of an answer with tokens besides those that all providers have. */
  tokenMembers: object;
  /** Returns what the app is told along with the code. */
  getAnswer: (grant: Grant, place: Place) => Record<string, string>;
  refuseAuthorize: (
    problem: AuthorizeProblem,
    about: { text: string; place: Place; now: Date },
  ) => AuthorizeRefusal;
  refuseToken: (problem: TokenProblem, about: { text: string; place: Place; now: Date }) => Refusal;
};
