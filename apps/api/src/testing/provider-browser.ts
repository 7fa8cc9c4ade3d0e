import type { SignInProvider } from '@picksync/contracts';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';
import { origin } from './test-app.ts';

/** A person as the sandbox's page takes them: one of its own, or a typed address. */
export type Chosen = { person: string } | { email: string; isVerified: boolean };

/** A browser of a test: it keeps cookies and follows nothing by itself. */
export function providerBrowser({ app }: Pick<TestApp, 'app'>, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));
  const headers = () => ({ origin, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });

  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const reply = await app.inject({ method, url, headers: headers(), ...(payload && { payload }) });
    for (const { name, value } of reply.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }

  /** Returns the address that a navigation is redirected to. */
  async function visit(url: string): Promise<string> {
    const reply = await send('GET', url);
    expect(reply.statusCode).toBe(302);
    return String(reply.headers.location);
  }

  return {
    jar,
    send,
    visit,
    begin: (provider: SignInProvider, query = '') => visit(`/api/auth/${provider}${query}`),
    /** Signs in from the start to where it leads. */
    async signIn(provider: SignInProvider, chosen: Chosen, query = ''): Promise<string> {
      return visit(await decide(await visit(`/api/auth/${provider}${query}`), chosen));
    },
    status: async () => (await send('GET', '/api/auth/status')).json(),
  };
}

/** What a person does on the provider's page. Returns the path that the browser is sent back to. */
export async function decide(authUrl: string, chosen: Chosen | 'deny'): Promise<string> {
  const body = new URLSearchParams(toForm(chosen));
  const reply = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? '');
  expect(back.origin).toBe(origin);
  return back.pathname + back.search;
}

function toForm(chosen: Chosen | 'deny'): Record<string, string> {
  if (chosen === 'deny') return { decision: 'deny' };
  if ('person' in chosen) return { decision: 'allow', ...chosen };
  const { email, isVerified } = chosen;
  return { decision: 'allow', person: 'typed', email, ...(isVerified && { verified: 'yes' }) };
}
