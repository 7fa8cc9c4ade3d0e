import { authEndpoints } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Sends a new code to an address. */
export const useResend = () =>
  useMutation({
    mutationFn: (email: string) =>
      call(authEndpoints.resendVerification, { body: { email } }, { quiet: true }),
  });
