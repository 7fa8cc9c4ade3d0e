import { type Region, regions } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import * as z from 'zod';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { claimState, saveState } from './oauth-state.store.ts';

export type StateDeps = { db: Db; keyedHash: KeyedHash; newSecret: () => string; now: () => Date };

/** As long as Smartsheet's own code is valid. */
const stateLifetimeMs = 10 * 60_000;

const statePayload = z.object({ region: z.enum(regions) });

export type Session = { userId: string; sessionId: string };

/** Returns the hash of a state and its session: in another session the state is not valid. */
function hashOf({ sessionId }: Session, state: string, { keyedHash }: StateDeps) {
  return keyedHash('connect-smartsheet', `${sessionId}:${state}`);
}

/** Creates the `state` of one consent in this session. It is valid once, for ten minutes. */
export async function createState(session: Session, region: Region, deps: StateDeps): Promise<string> {
  const state = deps.newSecret();
  const at = deps.now();
  await saveState(deps.db, {
    userId: session.userId,
    codeHash: hashOf(session, state, deps),
    payload: { region },
    at,
    expiresAt: new Date(at.getTime() + stateLifetimeMs),
  });
  return state;
}

/** Uses up the state that came back. Returns the region it was created for, or null when it is not, or no longer, valid. */
export async function regionOfState(
  session: Session,
  state: string | undefined,
  deps: StateDeps,
): Promise<Region | null> {
  if (!state) return null;
  const codeHash = hashOf(session, state, deps);
  const claimed = await claimState(deps.db, { userId: session.userId, codeHash, at: deps.now() });
  return claimed ? statePayload.parse(claimed.payload).region : null;
}
