/** An error of Microsoft's list: the number is its code behind `AADSTS`, the last is its text. */
export type MicrosoftError = [code: number, error: string, text: string];

function missing(field: string): MicrosoftError {
  return [900144, 'invalid_request', `The request body must contain the following parameter: '${field}'.`];
}

export function tenantNotFound(tenant: string, error: string): MicrosoftError {
  return [
    90002,
    error,
    `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  ];
}

function unknownApp(id: string): MicrosoftError {
  return [
    700016,
    'unauthorized_client',
    `Application with identifier '${id}' was not found in the directory. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.`,
  ];
}

/** What can be wrong with a request for a person's permission, and what Microsoft says of it. */
export const authorizeErrors = {
  no_client: () => missing('client_id'),
  unknown_client: unknownApp,
  no_redirect: () => [900971, 'invalid_request', 'No reply address provided.'],
  other_redirect: (text) => [
    50011,
    'invalid_request',
    `The redirect URI '${text}' specified in the request does not match the redirect URIs configured for the application. Make sure the redirect URI sent in the request matches one added to your application.`,
  ],
  no_response_type: () => missing('response_type'),
  other_response_type: (text) => [
    text.split(' ').includes('id_token') ? 700054 : text.split(' ').includes('token') ? 700051 : 70005,
    'unsupported_response_type',
    `response_type '${text}' is not enabled for the application.`,
  ],
  other_response_mode: (text) => [90023, 'invalid_request', `Unsupported 'response_mode' value: '${text}'.`],
  no_scope: () => missing('scope'),
  unknown_scope: (text) => [
    70011,
    'invalid_scope',
    `The provided value for the input parameter 'scope' is not valid. The scope '${text}' does not exist.`,
  ],
  no_nonce: () => missing('nonce'),
  other_prompt: (text) => [90023, 'invalid_request', `Unsupported 'prompt' value: '${text}'.`],
  bad_challenge: () => [501491, 'invalid_request', 'Invalid size of Code_Challenge parameter.'],
  other_challenge_method: (text) => [
    50149,
    'invalid_request',
    `Invalid Code_Challenge_method parameter '${text}'.`,
  ],
  not_signed_in: () => [
    50058,
    'login_required',
    'A silent sign-in request was sent but no user is signed in.',
  ],
  denied: () => [65004, 'access_denied', 'User declined to consent to access the app.'],
} satisfies Record<string, (text: string) => MicrosoftError>;
export type AuthorizeProblem = keyof typeof authorizeErrors;

const ownPage: AuthorizeProblem[] = ['no_client', 'unknown_client', 'no_redirect', 'other_redirect'];

/** Returns whether the app is told of a problem; what may be somebody else's app is not. */
export function isAppTold(problem: AuthorizeProblem): boolean {
  return !ownPage.includes(problem);
}

const malformed: MicrosoftError = [
  9002313,
  'invalid_grant',
  'Invalid request. Request is malformed or invalid.',
];
const otherVerifier: MicrosoftError = [
  501481,
  'invalid_grant',
  'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
];
const expired: MicrosoftError = [
  70008,
  'invalid_grant',
  'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
];

/** What can be wrong with a request for tokens, and what Microsoft says of it. */
export const tokenErrors = {
  no_grant_type: () => missing('grant_type'),
  other_grant_type: (text) => [
    70003,
    'unsupported_grant_type',
    `The app requested an unsupported grant type '${text}'.`,
  ],
  no_client: () => missing('client_id'),
  unknown_client: unknownApp,
  no_secret: () => [
    7000218,
    'invalid_client',
    "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  ],
  wrong_secret: (text) => [
    7000215,
    'invalid_client',
    `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${text}'.`,
  ],
  missing_field: (text) => missing(text),
  bad_code: () => malformed,
  unknown_code: () => [70000, 'invalid_grant', "The provided value for the 'code' parameter is not valid."],
  used_code: () => [
    54005,
    'invalid_grant',
    'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  ],
  expired_code: () => expired,
  other_redirect: (text) => [
    500112,
    'invalid_grant',
    `The reply address '${text}' does not match the reply address provided when requesting Authorization code.`,
  ],
  no_verifier: () => otherVerifier,
  wrong_verifier: () => otherVerifier,
  needless_verifier: () => otherVerifier,
  bad_refresh_token: () => malformed,
} satisfies Record<string, (text: string) => MicrosoftError>;
export type TokenProblem = keyof typeof tokenErrors;
