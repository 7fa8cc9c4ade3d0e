import { getMessage } from '../../../api/form-errors.ts';

/** Returns the message when a passkey could not be used or created. */
export function passkeyFailure(problem: unknown): string {
  const name = problem instanceof Error ? problem.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. You can try again.';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  return getMessage(problem, 'The passkey did not work. Please try again, or use another way.');
}

/** Returns whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
