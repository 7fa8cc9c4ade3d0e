const key = 'verificationEmail';

/** The address that waits for its code. Kept for this tab: on a phone, looking into the mail often reloads the page. */
export const pendingEmail = (): string => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

export const rememberPendingEmail = (email: string): void => {
  try {
    sessionStorage.setItem(key, email);
  } catch {
    // Storage is forbidden: the form asks for the address.
  }
};
