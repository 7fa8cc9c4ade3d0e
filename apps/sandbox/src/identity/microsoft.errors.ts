import type { AuthorizeProblem, TokenProblem } from './provider.ts';

/** An error of Microsoft's list; the number is its code behind `AADSTS`. */
export type MicrosoftError = { code: number; error: string; text: string };

function missing(field: string): MicrosoftError {
  return {
    code: 900144,
    error: 'invalid_request',
    text: `The request body must contain the following parameter: '${field}'.`,
  };
}

export function tenantNotFound(tenant: string, error: string): MicrosoftError {
  return {
    code: 90002,
    error,
    text: `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  };
}

function unknownApp(id: string): MicrosoftError {
  return {
    code: 700016,
    error: 'unauthorized_client',
    text: `Application with identifier '${id}' was not found in the directory. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.`,
  };
}

export const authorizeErrors: Record<AuthorizeProblem, (text: string) => MicrosoftError> = {
  no_client: () => missing('client_id'),
  unknown_client: unknownApp,
  no_redirect: () => ({ code: 900971, error: 'invalid_request', text: 'No reply address provided.' }),
  other_redirect: (text) => ({
    code: 50011,
    error: 'invalid_request',
    text: `The redirect URI '${text}' specified in the request does not match the redirect URIs configured for the application. Make sure the redirect URI sent in the request matches one added to your application.`,
  }),
  no_response_type: () => missing('response_type'),
  other_response_type: (text) => ({
    code: text.split(' ').includes('id_token') ? 700054 : text.split(' ').includes('token') ? 700051 : 70005,
    error: 'unsupported_response_type',
    text: `response_type '${text}' is not enabled for the application.`,
  }),
  other_response_mode: (text) => ({
    code: 90023,
    error: 'invalid_request',
    text: `Unsupported 'response_mode' value: '${text}'.`,
  }),
  no_scope: () => missing('scope'),
  unknown_scope: (text) => ({
    code: 70011,
    error: 'invalid_scope',
    text: `The provided value for the input parameter 'scope' is not valid. The scope '${text}' does not exist.`,
  }),
  no_nonce: () => missing('nonce'),
  other_prompt: (text) => ({
    code: 90023,
    error: 'invalid_request',
    text: `Unsupported 'prompt' value: '${text}'.`,
  }),
  bad_challenge: () => ({
    code: 501491,
    error: 'invalid_request',
    text: 'Invalid size of Code_Challenge parameter.',
  }),
  other_challenge_method: (text) => ({
    code: 50149,
    error: 'invalid_request',
    text: `Invalid Code_Challenge_method parameter '${text}'.`,
  }),
  not_signed_in: () => ({
    code: 50058,
    error: 'login_required',
    text: 'A silent sign-in request was sent but no user is signed in.',
  }),
  denied: () => ({
    code: 65004,
    error: 'access_denied',
    text: 'User declined to consent to access the app.',
  }),
};

const ownPage: AuthorizeProblem[] = ['no_client', 'unknown_client', 'no_redirect', 'other_redirect'];

/** Returns whether the app is told of a problem; what may be somebody else's app is not. */
export function isAppTold(problem: AuthorizeProblem): boolean {
  return !ownPage.includes(problem);
}

const malformed: MicrosoftError = {
  code: 9002313,
  error: 'invalid_grant',
  text: 'Invalid request. Request is malformed or invalid.',
};
const otherVerifier: MicrosoftError = {
  code: 501481,
  error: 'invalid_grant',
  text: 'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
};
const expired: MicrosoftError = {
  code: 70008,
  error: 'invalid_grant',
  text: 'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
};

export const tokenErrors: Record<TokenProblem, (text: string) => MicrosoftError> = {
  no_grant_type: () => missing('grant_type'),
  other_grant_type: (text) => ({
    code: 70003,
    error: 'unsupported_grant_type',
    text: `The app requested an unsupported grant type '${text}'.`,
  }),
  no_client: () => missing('client_id'),
  unknown_client: unknownApp,
  no_secret: () => ({
    code: 7000218,
    error: 'invalid_client',
    text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  }),
  wrong_secret: (text) => ({
    code: 7000215,
    error: 'invalid_client',
    text: `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${text}'.`,
  }),
  missing_field: (text) => missing(text),
  bad_code: () => malformed,
  unknown_code: () => ({
    code: 70000,
    error: 'invalid_grant',
    text: "The provided value for the 'code' parameter is not valid.",
  }),
  used_code: () => ({
    code: 54005,
    error: 'invalid_grant',
    text: 'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  }),
  expired_code: () => expired,
  other_redirect: (text) => ({
    code: 500112,
    error: 'invalid_grant',
    text: `The reply address '${text}' does not match the reply address provided when requesting Authorization code.`,
  }),
  no_verifier: () => otherVerifier,
  wrong_verifier: () => otherVerifier,
  needless_verifier: () => otherVerifier,
  bad_refresh_token: () => malformed,
};
