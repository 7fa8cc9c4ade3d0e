import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { authorizeRoutes } from './authorize.routes.ts';
import { createSigningKeys, type SigningKeys } from './id-token.ts';
import { type IdentityFaults, identityFaultsRoutes, noIdentityFaults } from './identity-faults.ts';
import type { Person } from './people.ts';
import { providers } from './provider.ts';
import { tokenRoutes } from './token.routes.ts';

/** What a code stands for until it is exchanged. */
type IssuedCode = {
  provider: string;
  person: Person;
  redirectUri: string;
  nonce: string | undefined;
  /** The hash of the app's secret for this one sign-in (PKCE). */
  challenge: string;
  at: Date;
};

export type IdentityDeps = {
  config: Pick<Config, 'CLIENT_ID' | 'CLIENT_NAME' | 'CLIENT_SECRET'>;
  now: () => Date;
  codes: Map<string, IssuedCode>;
  accessTokens: Map<string, Person>;
  keys: () => SigningKeys;
  faults: { current: IdentityFaults };
};

/**
 * Registers the stand-ins for signing in with Google and with Microsoft (OpenID Connect). What they know lasts as long as the
 * process: a sign-in takes a minute.
 */
export function registerIdentity(app: FastifyInstance, options: Pick<IdentityDeps, 'config' | 'now'>): void {
  let keys: SigningKeys | undefined;
  const deps: IdentityDeps = {
    ...options,
    codes: new Map(),
    accessTokens: new Map(),
    keys: () => {
      keys ??= createSigningKeys(randomUUID());
      return keys;
    },
    faults: { current: noIdentityFaults() },
  };
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    for (const provider of providers) {
      authorizeRoutes(pages, provider, deps);
      tokenRoutes(pages, provider, deps);
    }
    identityFaultsRoutes(pages, deps.faults);
  });
}
