import { type IdentityDeps, toFields } from './issuer.ts';
import type { AuthorizeProblem } from './microsoft.errors.ts';

export type ResponseMode = 'query' | 'fragment' | 'form_post';

/** A request for a person's permission. */
export type AuthorizeRequest = {
  redirectUri: string;
  state: string | undefined;
  mode: ResponseMode;
  /** What is asked for: a code, tokens, or several of them. */
  types: string[];
  scopes: string[];
  nonce: string | undefined;
  challenge: { text: string; isHashed: boolean } | null;
  isOffline: boolean;
  loginHint: string | undefined;
};

/** Where an answer goes; null while it is not known to be the app's own address. */
export type Way = Pick<AuthorizeRequest, 'redirectUri' | 'state' | 'mode'>;
export type FlawedRequest = { problem: AuthorizeProblem; text: string; way: Way | null };

const modes: ResponseMode[] = ['query', 'fragment', 'form_post'];
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Returns what a query asks for, or what is wrong with it. */
export function readAuthorizeRequest(
  query: unknown,
  { config, provider }: IdentityDeps,
): AuthorizeRequest | FlawedRequest {
  const fields = toFields(query);
  const { client_id: clientId, redirect_uri: redirectUri, state, scope, prompt, nonce } = fields;
  const flawed = (problem: AuthorizeProblem, text = '', way: Way | null = null) => ({ problem, text, way });
  if (!clientId) return flawed('no_client');
  if (clientId !== config.CLIENT_ID) return flawed('unknown_client', clientId);
  if (!redirectUri) return flawed('no_redirect');
  if (!isRegistered(redirectUri, config.SIGN_IN_REDIRECT_URIS)) return flawed('other_redirect', redirectUri);

  const types = fields.response_type?.split(' ') ?? [];
  const given = modes.find((mode) => mode === fields.response_mode);
  const isCodeOnly = types.every((type) => type === 'code');
  const way: Way = { redirectUri, state, mode: given ?? (isCodeOnly ? 'query' : 'fragment') };
  const refuse = (problem: AuthorizeProblem, text?: string) => flawed(problem, text, way);
  if (!fields.response_type) return refuse('no_response_type');
  if (!isOneOf(fields.response_type, provider.responseTypes))
    return refuse('other_response_type', fields.response_type);
  if (fields.response_mode && (!given || (given === 'query' && !isCodeOnly)))
    return refuse('other_response_mode', fields.response_mode);
  const scopes = scope?.split(/\s+/).filter((name) => name !== '') ?? [];
  if (scopes.length === 0) return refuse('no_scope');
  const unknown = scopes.find((name) => !provider.isScope(name));
  if (unknown) return refuse('unknown_scope', unknown);
  if (types.includes('id_token') && !nonce) return refuse('no_nonce');
  if (prompt && !provider.isPrompt(prompt)) return refuse('other_prompt', prompt);
  const { code_challenge: challenge, code_challenge_method: method = 'plain' } = fields;
  if (method !== 'plain' && method !== 'S256') return refuse('other_challenge_method', method);
  if (challenge ? !/^[\w.~-]{43,128}$/.test(challenge) : fields.code_challenge_method)
    return refuse('bad_challenge');
  if (prompt === 'none') return refuse('not_signed_in');
  return {
    ...way,
    types,
    scopes,
    nonce,
    challenge: challenge ? { text: challenge, isHashed: method === 'S256' } : null,
    isOffline: provider.isOffline(fields, scopes),
    loginHint: fields.login_hint?.trim().toLowerCase(),
  };
}

/** Returns whether a response type is in a list, whatever the order of its words. */
function isOneOf(type: string, types: string[]): boolean {
  const sort = (text: string) => text.split(' ').sort().join(' ');
  return types.map(sort).includes(sort(type));
}

/** Returns whether an address is the app's; where none was registered, any of this machine is. */
function isRegistered(address: string, registered: string[]): boolean {
  if (registered.length > 0) return registered.includes(address);
  return URL.canParse(address) && localHosts.includes(new URL(address).hostname);
}
