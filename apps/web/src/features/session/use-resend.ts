import { authEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Sends a new code to an address. */
export function useResend() {
  return useMutation({
    mutationFn: (email: string) =>
      call(authEndpoints.resendVerification, { body: { email } }, { quiet: true }),
  });
}
