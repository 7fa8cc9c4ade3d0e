import { authEndpoints, type SecondFactor } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { rememberToken } from '../../stores/session-storage.ts';

/** Returns the time zone of this browser, for days in figures and mails; undefined where it does not tell. */
export function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Signs in and stores the bearer value. Returns the second factors that can be given; empty when none is needed. */
export async function logIn({
  email,
  password,
}: {
  email: string;
  password: string;
}): Promise<SecondFactor[]> {
  const body = { email, password, timeZone: timeZoneHere() };
  const { authToken, secondFactors } = await call(authEndpoints.login, { body }, { quiet: true });
  if (authToken !== null) rememberToken(authToken);
  return secondFactors ?? [];
}
