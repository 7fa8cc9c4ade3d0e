import { mailLinkIn } from '../features/session/mail-link.ts';
import { safeRedirect } from '../features/session/safe-redirect.ts';

const modes = ['register', 'verify', 'forgot'] as const;

export type LoginSearch = {
  mode?: (typeof modes)[number];
  /** The address that is opened after the login. */
  redirect?: string;
  /** Of the link of a mail, and what it is for. The route takes both out of the address before anything is shown. */
  token?: string;
  action?: 'verify' | 'reset';
  /** How the way through a provider ended, and which. */
  outcome?: string;
  provider?: string;
};

/** Anything else in the address is dropped. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const { mode, token, action, redirect, outcome, provider } = search;
  const address = safeRedirect(redirect);
  const known = modes.find((each) => each === mode);
  const link = mailLinkIn({ token, action });
  return {
    ...(known && { mode: known }),
    ...(address && { redirect: address }),
    ...link,
    ...(typeof outcome === 'string' && { outcome }),
    ...(typeof provider === 'string' && { provider }),
  };
}
