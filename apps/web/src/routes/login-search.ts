import { safeRedirect } from '../features/session/safe-redirect.ts';

export type LoginSearch = {
  mode?: 'register' | 'verify';
  /** The address that is opened after the login. */
  redirect?: string;
};

/** Links of mails say what they are for by `action` and carry a token; the code of the same mail does the same. */
export function loginSearch({ mode, token, action, redirect }: Record<string, unknown>): LoginSearch {
  const address = safeRedirect(redirect);
  const shown = mode === 'verify' || (token && action === 'verify') ? 'verify' : mode;
  return {
    ...((shown === 'verify' || shown === 'register') && { mode: shown }),
    ...(address && { redirect: address }),
  };
}
