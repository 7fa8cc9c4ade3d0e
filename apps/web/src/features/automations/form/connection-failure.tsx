import { buttonClass } from '@picksync/ui/button.tsx';
import type { FormFailure } from '@picksync/ui/form-dialog.tsx';
import { Link } from '@tanstack/react-router';
import { useIsConnected } from './use-sheets.ts';

const notConnected: FormFailure = {
  title: 'Not connected to Smartsheet',
  text: 'What you have entered here is kept until Smartsheet is connected again.',
  action: (
    <Link to="/dashboard" className={buttonClass({ size: 'sm' })}>
      Go to Connect
    </Link>
  ),
};

/** Returns that Smartsheet is not connected, as soon as that is known, with the way to where it is; null while it is. */
export function useConnectionFailure(): FormFailure | null {
  return useIsConnected() ? null : notConnected;
}
