import { type Body, type PasskeyView, passkeyEndpoints, signInStepEndpoints } from '@picksync/contracts';
import { Button, type ButtonLook } from '@picksync/ui/button.tsx';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { rememberToken } from '../../../stores/session-storage.ts';

type NewCredential = Body<typeof passkeyEndpoints.add>['credential'];

// The options and the credentials have the shape of WebAuthn's JSON on both sides; each side's library checks what it gets.

/** Lets the browser create a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<PasskeyView> {
  const { options } = await call(passkeyEndpoints.beginAdding, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = (await startRegistration({ optionsJSON })) as NewCredential;
  return call(passkeyEndpoints.add, { body: { name, credential } });
}

/** Lets the browser use a passkey of this site, and returns its signature. */
async function signWithPasskey() {
  const { options } = await call(passkeyEndpoints.beginUsing, {});
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON });
}

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

type PasskeyButtonProps = ButtonLook & {
  label: string;
  /** The button is pending until this ends. */
  onSigned: (credential: Awaited<ReturnType<typeof signWithPasskey>>) => Promise<void>;
};

/** Asks the browser for a passkey; draws nothing where it does not support them. */
export function PasskeyButton({ label, onSigned, ...look }: PasskeyButtonProps) {
  const use = useMutation({ mutationFn: async () => onSigned(await signWithPasskey()) });
  if (!hasPasskeys()) return null;
  return (
    <div className="grid gap-1">
      <Button {...look} pending={use.isPending} onClick={() => use.mutate()}>
        {!use.isPending && <KeyRound aria-hidden="true" />}
        {label}
      </Button>
      {use.isError && (
        <p role="alert" className="text-sm text-bad">
          {passkeyFailure(use.error)}
        </p>
      )}
    </div>
  );
}

type Credential = Body<typeof signInStepEndpoints.loginByPasskey>['credential'];

/** The button to log in with a passkey. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: () => Promise<void> }) {
  return (
    <PasskeyButton
      label="Log in with a passkey"
      size="lg"
      onSigned={async (signed) => {
        const body = { credential: signed as Credential };
        const { authToken } = await call(signInStepEndpoints.loginByPasskey, { body });
        if (authToken !== null) rememberToken(authToken);
        await onLoggedIn();
      }}
    />
  );
}
