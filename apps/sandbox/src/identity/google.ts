import { createHash } from 'node:crypto';
import type { AuthorizeProblem, TokenProblem } from './microsoft.errors.ts';
import { googlePeople, hashPerson, type Person, splitName } from './people.ts';
import type { Grant, Provider } from './provider.ts';

const paths = {
  discovery: '/google/.well-known/openid-configuration',
  authorize: '/google/o/oauth2/v2/auth',
  token: '/google/token',
  keys: '/google/oauth2/v3/certs',
  userinfo: '/google/v1/userinfo',
};

const scopePrefix = 'https://www.googleapis.com/auth/';
const shortScopes = ['openid', 'email', 'profile'];
const longScopes: Record<string, string> = {
  email: `${scopePrefix}userinfo.email`,
  profile: `${scopePrefix}userinfo.profile`,
};
const prompts = ['none', 'consent', 'select_account'];
const responseTypes = [
  'code',
  'token',
  'id_token',
  'code token',
  'code id_token',
  'token id_token',
  'code token id_token',
];

function discover(base: string): object {
  return {
    issuer: `${base}/google`,
    authorization_endpoint: base + paths.authorize,
    device_authorization_endpoint: `${base}/google/device/code`,
    token_endpoint: base + paths.token,
    userinfo_endpoint: base + paths.userinfo,
    revocation_endpoint: `${base}/google/revoke`,
    jwks_uri: base + paths.keys,
    response_types_supported: [...responseTypes, 'none'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: shortScopes,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: 'aud email email_verified exp family_name given_name iat iss name picture sub'.split(
      ' ',
    ),
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
  };
}

/** Returns an id of 21 digits, as Google's are. */
function getSubject(person: Person): string {
  const digits = BigInt(`0x${hashPerson('google', person).toString('hex').slice(0, 16)}`).toString();
  return `1${digits.padStart(20, '0')}`;
}

/** Returns whether a scope was granted, by its short name or by its long one. */
function includesScope({ scopes }: Grant, name: string): boolean {
  return scopes.some((scope) => scope === name || scope === longScopes[name]);
}

function describePerson(grant: Grant): object {
  const { person } = grant;
  const { name, email, isAddressVerified, organization } = person;
  const subject = getSubject(person);
  return {
    sub: subject,
    ...(includesScope(grant, 'profile') && {
      name,
      ...splitName(person),
      picture: `https://lh3.googleusercontent.com/a/${subject}=s96-c`,
      locale: 'en',
    }),
    ...(includesScope(grant, 'email') && { email, email_verified: isAddressVerified }),
    ...(organization && { hd: organization.domain }),
  };
}

/** Returns the first half of a token's hash, by which an id token names the token it came with. */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
}

const wrongRequest = 'Access blocked: the app’s request is invalid';

/** What the page says: the heading, the error, and what it is about. */
const authorizePages: Record<
  Exclude<AuthorizeProblem, 'not_signed_in' | 'denied'>,
  (text: string) => [error: string, detail: string, title?: string]
> = {
  no_client: () => ['400: invalid_request', 'Missing required parameter: client_id'],
  unknown_client: () => ['401: invalid_client', 'The OAuth client was not found.', 'Access blocked'],
  no_redirect: () => ['400: invalid_request', 'Missing required parameter: redirect_uri'],
  other_redirect: (text) => [
    '400: redirect_uri_mismatch',
    `The redirect URI in the request, ${text}, does not match the ones that are registered for the app.`,
  ],
  no_response_type: () => ['400: invalid_request', 'Missing required parameter: response_type'],
  other_response_type: (text) => ['400: unsupported_response_type', `Invalid response_type: ${text}`],
  other_response_mode: (text) => ['400: invalid_request', `Invalid response_mode: ${text}`],
  no_scope: () => ['400: invalid_request', 'Missing required parameter: scope'],
  unknown_scope: (text) => ['400: invalid_scope', `Some of the requested scopes are invalid: ${text}`],
  no_nonce: () => ['400: invalid_request', 'Missing required parameter: nonce'],
  other_prompt: (text) => [
    '400: invalid_request',
    `Invalid parameter value for prompt: Invalid prompt: ${text}`,
  ],
  bad_challenge: () => ['400: invalid_request', 'Invalid parameter value for code_challenge'],
  other_challenge_method: (text) => [
    '400: invalid_request',
    `Invalid parameter value for code_challenge_method: '${text}' is not a valid CodeChallengeMethod.`,
  ],
};

const tokenRefusals: Record<
  TokenProblem,
  (text: string) => [status: number, error: string, description: string]
> = {
  no_grant_type: () => [400, 'invalid_request', 'Required parameter is missing: grant_type'],
  other_grant_type: (text) => [400, 'unsupported_grant_type', `Invalid grant_type: ${text}`],
  no_client: () => [400, 'invalid_request', 'Could not determine client ID from request.'],
  unknown_client: () => [401, 'invalid_client', 'The OAuth client was not found.'],
  no_secret: () => [400, 'invalid_request', 'client_secret is missing.'],
  wrong_secret: () => [401, 'invalid_client', 'The provided client secret is invalid.'],
  missing_field: (text) => [400, 'invalid_request', `Missing required parameter: ${text}`],
  bad_code: () => [400, 'invalid_grant', 'Malformed auth code.'],
  unknown_code: () => [400, 'invalid_grant', 'Bad Request'],
  used_code: () => [400, 'invalid_grant', 'Bad Request'],
  expired_code: () => [400, 'invalid_grant', 'Bad Request'],
  other_redirect: () => [400, 'redirect_uri_mismatch', 'Bad Request'],
  no_verifier: () => [400, 'invalid_grant', 'Missing code verifier.'],
  wrong_verifier: () => [400, 'invalid_grant', 'Invalid code verifier.'],
  needless_verifier: () => [400, 'invalid_grant', 'code_verifier or verifier is not needed.'],
  bad_refresh_token: () => [400, 'invalid_grant', 'Token has been expired or revoked.'],
};

export const google: Provider = {
  name: 'google',
  label: 'Google',
  people: googlePeople,
  paths,
  findPeople: () => googlePeople,
  isMember: () => true,
  refusePlace: () => null,
  discover: ({ base }) => discover(base),
  keysCaching: 'public, max-age=19800, must-revalidate, no-transform',
  describeKey: ({ id, publicKey }) => {
    const { kty, n, e } = publicKey.export({ format: 'jwk' });
    return { kty, alg: 'RS256', use: 'sig', kid: id, n, e };
  },
  issuerFor: (base) => `${base}/google`,
  toClaims: (grant, { clientId, accessToken }) => ({
    azp: clientId,
    ...describePerson(grant),
    ...(accessToken !== undefined && { at_hash: halfHash(accessToken) }),
  }),
  toUserinfo: describePerson,
  refuseUserinfo: () => ({
    status: 401,
    body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
    headers: {
      'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    },
  }),
  isScope: (name) => shortScopes.includes(name) || name.startsWith(scopePrefix),
  writeScopes: (scopes) => [...new Set(scopes.map((scope) => longScopes[scope] ?? scope))].join(' '),
  isPrompt: (prompt) => {
    const given = prompt.split(' ');
    return given.every((one) => prompts.includes(one)) && (given.length === 1 || !given.includes('none'));
  },
  isOffline: (fields) => fields.access_type === 'offline',
  responseTypes,
  prefixes: { code: '4/0A', accessToken: 'ya29.a0', refreshToken: '1//0' },
  tokenMembers: { expires_in: 3599 },
  getAnswer: ({ person, scopes }, { base }) => ({
    scope: [...new Set(scopes.flatMap((scope) => [scope, longScopes[scope] ?? []].flat()))].join(' '),
    authuser: '0',
    ...(person.organization && { hd: person.organization.domain }),
    prompt: 'consent',
    iss: `${base}/google`,
  }),
  refuseAuthorize: (problem, { text, place }) => {
    const iss = `${place.base}/google`;
    if (problem === 'denied') return { answer: { error: 'access_denied', iss } };
    if (problem === 'not_signed_in') return { answer: { error: 'interaction_required', iss } };
    const [error, detail, title = wrongRequest] = authorizePages[problem](text);
    return { page: { title, lines: [detail, `Error ${error}`] } };
  },
  refuseToken: (problem, { text }) => {
    const [status, error, description] = tokenRefusals[problem](text);
    return { status, body: { error, error_description: description } };
  },
};
