import { authEndpoints, type SecondFactor } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { rememberToken } from '../../stores/session-storage.ts';

/** Days in figures and mails follow it. Some browsers do not tell. */
export function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Signs somebody in and keeps the bearer value. Returns what may be given as the second factor; empty when none is missing. */
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
