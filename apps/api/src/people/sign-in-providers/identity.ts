import { emailField, type SignInProvider } from '@picksync/contracts';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { SignInApp } from '../../base/sign-in-apps.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** The identity that a provider vouches for. */
export type Identity = {
  provider: SignInProvider;
  /** The issuer and its id of the person. Never the address, which can change hands. */
  key: string;
  email: string | null;
  /** Whether the provider vouches that the address is the person's. */
  isEmailVerified: boolean;
};

/** Thrown when an id token is not valid for this sign-in. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError';
}

const clockToleranceSeconds = 60;
const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The directory of Microsoft's personal accounts. */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad';

type Expected = {
  app: SignInApp;
  found: ProviderKeys;
  isOwnNonce: (nonce: unknown) => boolean;
  now: Date;
};

/**
 * Returns the identity in an id token. Throws unless it was signed by the provider, for us, for this sign-in, and is
 * valid now.
 */
export async function readIdentity(
  idToken: string,
  { app, found, isOwnNonce, now }: Expected,
): Promise<Identity> {
  const { payload } = await jwtVerify(idToken, found.keys, {
    algorithms: ['RS256'],
    audience: app.clientId,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
    currentDate: now,
    clockTolerance: clockToleranceSeconds,
  }).catch((error: unknown) => {
    // The keys could not be read: that says nothing about the token.
    if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) throw error;
    if (error.code === 'ERR_JOSE_GENERIC') throw error;
    throw new IdTokenError(`The id token is not valid: ${error.code}.`);
  });
  if (!isOwnNonce(payload.nonce)) throw new IdTokenError('The id token is of another sign-in.');
  if (payload.azp !== undefined && payload.azp !== app.clientId)
    throw new IdTokenError('The id token is for another app.');
  return {
    provider: app.provider,
    key: `${toIssuer(payload, found.issuer)} ${readSubject(payload)}`,
    ...readAddress(app.provider, payload),
  };
}

/** Returns the issuer. Microsoft's document has a placeholder for the tenant, which the token names. */
function toIssuer({ iss, tid }: JWTPayload, template: string): string {
  const tenant = typeof tid === 'string' && tenantId.test(tid) ? tid : '';
  if (iss === undefined || iss !== template.replace('{tenantid}', tenant))
    throw new IdTokenError('The id token is of another issuer.');
  return iss;
}

function readSubject({ sub }: JWTPayload): string {
  if (!sub || sub.length > 255) throw new IdTokenError('The id token names nobody.');
  return sub;
}

/**
 * Returns the address and whether it counts. In Microsoft's directories administrators may enter any address: it counts
 * only where the domain's owner was verified (`xms_edov`), and for personal accounts.
 */
function readAddress(
  provider: SignInProvider,
  claims: JWTPayload,
): Pick<Identity, 'email' | 'isEmailVerified'> {
  const email = emailField.safeParse(claims.email).data ?? null;
  if (email === null) return { email, isEmailVerified: false };
  if (provider === 'google') return { email, isEmailVerified: claims.email_verified === true };
  const isOwnerVerified = [true, 1, '1', 'true'].some((value) => value === claims.xms_edov);
  return { email, isEmailVerified: isOwnerVerified || claims.tid === personalTenantId };
}
