import { type Region, regions } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import * as z from 'zod';
import type { KeyedHash } from '../../keyed-hash.ts';
import { claimState, keepState } from './oauth-state.store.ts';

export type StateDeps = { db: Db; keyedHash: KeyedHash; newSecret: () => string; now: () => Date };

/** As long as Smartsheet's own code is valid. */
const stateLifetimeMs = 10 * 60_000;

const kept = z.object({ region: z.enum(regions) });

export type Session = { userId: string; sessionId: string };

/** Hashes the state with its session, so that it is worth nothing in any other session. */
function hashOf({ sessionId }: Session, state: string, { keyedHash }: StateDeps) {
  return keyedHash('connect-smartsheet', `${sessionId}:${state}`);
}

/** Creates the `state` of one consent in this session. It works once, for ten minutes. */
export async function newState(session: Session, region: Region, deps: StateDeps): Promise<string> {
  const state = deps.newSecret();
  const at = deps.now();
  await keepState(deps.db, {
    userId: session.userId,
    codeHash: hashOf(session, state, deps),
    payload: { region },
    at,
    expiresAt: new Date(at.getTime() + stateLifetimeMs),
  });
  return state;
}

/** Uses up the state that came back. Returns the region it was made for, or null when it is not (or no longer) good. */
export async function regionOfState(
  session: Session,
  state: string | undefined,
  deps: StateDeps,
): Promise<Region | null> {
  if (!state) return null;
  const codeHash = hashOf(session, state, deps);
  const claimed = await claimState(deps.db, { userId: session.userId, codeHash, at: deps.now() });
  return claimed ? kept.parse(claimed.payload).region : null;
}
