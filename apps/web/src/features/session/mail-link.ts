/** The purpose of a link to the login, and its token. */
type LoginLink = { action: 'verify' | 'reset'; token: string };
export type MailLink = LoginLink | { action: 'email-change'; token: string };

/** In memory only: neither the address nor storage keeps a token. After a reload the link can be opened again. */
let opened: MailLink | null = null;

/** Returns the link of a mail in an address; null for any other address. */
export function mailLinkIn({ token, action }: { token?: unknown; action?: unknown }): LoginLink | null {
  if (typeof token !== 'string' || token === '') return null;
  return action === 'verify' || action === 'reset' ? { action, token } : null;
}

export function keepMailLink(link: MailLink): void {
  opened = link;
}

/** Returns the token of the link that opened this page; null when it was another link, or is used up. */
export function openedToken(action: MailLink['action']): string | null {
  return opened?.action === action ? opened.token : null;
}

export function forgetMailLink(): void {
  opened = null;
}
