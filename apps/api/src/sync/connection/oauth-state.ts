import { type Region, regions } from '@picksync/contracts';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { claimState, saveState } from './oauth-state.store.ts';

/** As long as Smartsheet's own code is valid. */
const stateLifetimeMs = 10 * 60_000;

const statePayload = z.object({ region: z.enum(regions) });

export type Session = { userId: string; sessionId: string };

/** Returns the hash of a state and its session: in another session the state is not valid. */
function hashState(context: Context, { sessionId }: Session, state: string) {
  return context.keyedHash('connect-smartsheet', `${sessionId}:${state}`);
}

/** Creates the `state` of one consent in this session. It is valid once, for ten minutes. */
export async function createState(context: Context, session: Session, region: Region): Promise<string> {
  const state = context.newSecret();
  const at = context.now();
  await saveState(context.db, {
    userId: session.userId,
    codeHash: hashState(context, session, state),
    payload: { region },
    at,
    expiresAt: new Date(at.getTime() + stateLifetimeMs),
  });
  return state;
}

/** Uses up the state that came back. Returns the region it was created for, or null when it is not, or no longer, valid. */
export async function regionOfState(
  context: Context,
  session: Session,
  state: string | undefined,
): Promise<Region | null> {
  if (!state) return null;
  const codeHash = hashState(context, session, state);
  const claimed = await claimState(context.db, { userId: session.userId, codeHash, at: context.now() });
  return claimed ? statePayload.parse(claimed.payload).region : null;
}
