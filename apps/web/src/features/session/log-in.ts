import { authEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { rememberToken } from '../../stores/session-storage.ts';

/** Days in figures and mails follow it. Some browsers do not tell. */
function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Signs somebody in and keeps the bearer value. */
export async function logIn({ email, password }: { email: string; password: string }): Promise<void> {
  const body = { email, password, timeZone: timeZoneHere() };
  const { authToken } = await call(authEndpoints.login, { body }, { quiet: true });
  rememberToken(authToken);
}
