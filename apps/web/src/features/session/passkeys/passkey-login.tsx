import { type Body, signInStepEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import { rememberToken } from '../../../stores/session-storage.ts';
import { PasskeyButton } from './passkey-button.tsx';

type Credential = Body<typeof signInStepEndpoints.loginByPasskey>['credential'];

/** The button to log in with a passkey. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: () => Promise<void> }) {
  return (
    <PasskeyButton
      label="Log in with a passkey"
      size="lg"
      onSigned={async (signed) => {
        const body = { credential: signed as Credential };
        const { authToken } = await call(signInStepEndpoints.loginByPasskey, { body }, { quiet: true });
        if (authToken !== null) rememberToken(authToken);
        await onLoggedIn();
      }}
    />
  );
}
