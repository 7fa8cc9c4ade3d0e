import { authEndpoints, type SecondFactor } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { rememberToken } from '../../stores/session-storage.ts';
import { timeZoneHere } from '../../ui/dates.ts';

/** Signs in and stores the bearer value. Returns the second factors that can be given; empty when none is needed. */
export async function logIn(typed: { email: string; password: string }): Promise<SecondFactor[]> {
  const body = { ...typed, timeZone: timeZoneHere() };
  const { authToken, secondFactors } = await call(authEndpoints.login, { body });
  if (authToken !== null) rememberToken(authToken);
  return secondFactors ?? [];
}
