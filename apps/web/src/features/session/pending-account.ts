import { keepWayOn } from './way-on.ts';

/** An address that has to be verified first, with the server's message about it. */
export type VerificationNeeded = { email: string; message: string };

type Credentials = { email: string; password: string };

const key = 'verificationEmail';

/** In memory only, and only until the code is typed, so that the user does not have to type the password again. */
let credentials: Credentials | null = null;

/** Returns the address that waits for its code. Kept for this tab: on a phone, looking into the mail often reloads the page. */
export function pendingEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function rememberPending(account: Credentials): void {
  credentials = account;
  try {
    sessionStorage.setItem(key, account.email);
  } catch {
    // Storage is not allowed: after a reload the form asks for the address.
  }
}

export function forgetPending(): void {
  credentials = null;
  keepWayOn(undefined);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is not allowed, so there is nothing in it.
  }
}

/** Returns the credentials typed for this address at the login or registration, unless the page was reloaded since. */
export function pendingCredentials(email: string): Credentials | null {
  return credentials?.email === email ? credentials : null;
}
