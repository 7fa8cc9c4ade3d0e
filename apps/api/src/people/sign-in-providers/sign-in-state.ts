import type { SignInProvider } from '@picksync/contracts';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { claimLink, createLink } from '../one-time-codes/one-time-codes.store.ts';

export const stateMinutes = 10;
export const stateMs = stateMinutes * 60_000;

const intent = z.object({
  /** Where a sign-in leads to. */
  redirect: z.string().optional(),
  timeZone: z.string().optional(),
  /** The account to link the provider to, and the session. Without it, it is a sign-in. */
  link: z.object({ userId: z.string(), sessionId: z.string() }).optional(),
});

/** The purpose of a visit to a provider. */
export type SignInIntent = z.output<typeof intent>;

/** What the rows of a provider are for. */
export const purposes = { google: 'sign_in_google', microsoft: 'sign_in_microsoft' } as const;

/** Returns the nonce of a sign-in, which the provider puts into the id token. */
export function toNonce(context: Context, state: string): string {
  return context.keyedHash('sign-in-nonce', state);
}

/** Returns whether a nonce is the one of a sign-in: it may have begun at a process with another secret. */
export function isNonce(context: Context, { nonce, state }: { nonce: unknown; state: string }): boolean {
  return typeof nonce === 'string' && context.keyedHash.matches(nonce, 'sign-in-nonce', state);
}

/** Keeps what a `state` stands for. It is valid once, for ten minutes, for this provider. */
export async function keepState(
  context: Context,
  { provider, state, ...wanted }: { provider: SignInProvider; state: string } & SignInIntent,
): Promise<void> {
  await createLink(context.db, {
    userId: wanted.link?.userId ?? null,
    purpose: purposes[provider],
    codeHash: context.keyedHash('sign-in-state', state),
    payload: wanted,
    at: context.now(),
    lifeMs: stateMs,
  });
}

/** Uses up the state that came back. Returns what it stands for, or null when it is not, or no longer, valid. */
export async function takeState(
  context: Context,
  { provider, state }: { provider: SignInProvider; state: string },
): Promise<SignInIntent | null> {
  const codeHashes = context.keyedHash.all('sign-in-state', state);
  const wanted = { purpose: purposes[provider], codeHashes, at: context.now() };
  const claimed = await claimLink(context.db, wanted);
  return claimed && intent.parse(claimed.payload);
}
