/** Whose address has to be verified first, and what the server said about it. */
export type VerificationNeeded = { email: string; message: string };

type Credentials = { email: string; password: string };

const key = 'verificationEmail';

/** In memory only, and only until the code is typed in: nobody who just chose a password wants to type it again. */
let credentials: Credentials | null = null;

/** The address that waits for its code. Kept for this tab: on a phone, looking into the mail often reloads the page. */
export const pendingEmail = (): string => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

export const rememberPending = (account: Credentials): void => {
  credentials = account;
  try {
    sessionStorage.setItem(key, account.email);
  } catch {
    // Storage is forbidden: after a reload the form asks for the address.
  }
};

export const forgetPending = (): void => {
  credentials = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is nothing in it.
  }
};

/** What was typed at the login or registration for this address, if the page was not reloaded since. */
export const pendingCredentials = (email: string): Credentials | null =>
  credentials?.email === email ? credentials : null;
