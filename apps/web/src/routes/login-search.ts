import { mailLinkIn } from '../features/session/mail-link.ts';
import { safeRedirect } from '../features/session/redirect.ts';

const modes = ['register', 'verify', 'forgot'] as const;

export type LoginSearch = {
  mode?: (typeof modes)[number];
  /** The address that is opened after the login. */
  redirect?: string;
  /** Of the link of a mail, and what it is for. The route removes both from the address before anything is shown. */
  token?: string;
  action?: 'verify' | 'reset';
};

/** Validates the parameters of the address; any others are dropped. */
export function loginSearch({ mode, token, action, redirect }: Record<string, unknown>): LoginSearch {
  const address = safeRedirect(redirect);
  const known = modes.find((each) => each === mode);
  const link = mailLinkIn({ token, action });
  return { ...(known && { mode: known }), ...(address && { redirect: address }), ...link };
}
