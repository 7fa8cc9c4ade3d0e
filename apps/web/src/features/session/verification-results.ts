import { ApiError } from '../../api/api-error.ts';

/** The error types of the link of a verification mail, as they are in the address of the result. */
const failures = {
  expired_token: 'This verification link has expired. Please request a new one.',
  invalid_token:
    'This verification link is invalid or has already been used. If you have verified your email address, you can log in.',
  missing_parameters:
    'This verification link is incomplete. Please open it from the mail again, or request a new one.',
  server_error: 'Your email address could not be verified right now. Please try again later.',
};

type Failure = keyof typeof failures;

/** Returns the text for an error type. Anybody can write an address, so an unknown type gets the general text. */
export function failureText(errorType: string): string {
  return Object.hasOwn(failures, errorType)
    ? failures[errorType as Failure]
    : 'The verification link may have expired or is invalid.';
}

/** Returns the error type of a verification that failed. */
export function toFailure(problem: unknown): Failure {
  const code = problem instanceof ApiError ? problem.code : undefined;
  if (code === 'link_expired') return 'expired_token';
  return code === 'link_invalid' || code === 'validation_failed' ? 'invalid_token' : 'server_error';
}
