import type { SmartsheetSite } from './oauth.regions.ts';
import type { CallOptions, SmartsheetCall } from './operations.ts';
import type { Fetch } from './transport.ts';

/** A token pair. Both are secrets. A refresh ends the life of the pair it was made from. */
export type SmartsheetTokens = {
  accessToken: string;
  refreshToken: string;
  /** When the access token ends (about 7 days on), counted from before the request so that it is never too late. */
  expiresAt: Date;
  /** When the tokens were asked for. An administrator may let them live for minutes: its life tells when to renew one. */
  issuedAt?: Date | undefined;
};

/** What the token calls need besides their own arguments. They are tried once: the caller decides about another try. */
export type OAuthCall = CallOptions & {
  site: SmartsheetSite;
  now: () => Date;
  fetch?: Fetch | undefined;
  /** Default 15,000, also for the attempt as a whole. */
  timeoutMs?: number | undefined;
  onCall?: ((call: SmartsheetCall) => void) | undefined;
};

export type OAuthClient = { clientId: string; clientSecret: string };
