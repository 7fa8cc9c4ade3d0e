import { type Body, type PasskeyView, passkeyEndpoints } from '@picksync/contracts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { call } from './call.ts';

type NewCredential = Body<typeof passkeyEndpoints.add>['credential'];

// The options and the credentials have the shape of WebAuthn's JSON on both sides; each side's library checks what it gets.

/** Lets the browser create a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<PasskeyView> {
  const { options } = await call(passkeyEndpoints.beginAdding, {}, { quiet: true });
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = (await startRegistration({ optionsJSON })) as NewCredential;
  return call(passkeyEndpoints.add, { body: { name, credential } }, { quiet: true });
}

/** Lets the browser use a passkey of this site, and returns its signature. */
export async function signWithPasskey() {
  const { options } = await call(passkeyEndpoints.beginUsing, {}, { quiet: true });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON });
}
