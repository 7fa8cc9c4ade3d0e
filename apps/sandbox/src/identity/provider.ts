import { googlePeople, microsoftPeople, type Person, subjectOf } from './people.ts';

/** What differs between the two providers. `base` is the sandbox's address as the caller knows it. */
export type Provider = {
  name: 'google' | 'microsoft';
  label: string;
  people: Person[];
  /** Fastify's form, so that a tenant may be a parameter. */
  paths: { discovery: string; authorize: string; token: string; keys: string; userinfo: string };
  /** The issuer in the discovery document. */
  issuer: (base: string) => string;
  /** The issuer in a person's id token. */
  issuerFor: (base: string, person: Person) => string;
  /** What an id token says about a person. */
  claimsOf: (person: Person) => Record<string, unknown>;
};

/** The directory of Microsoft's personal accounts. */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad';

function tenantOf({ organization }: Person): string {
  return organization?.tenantId ?? personalTenantId;
}

const google: Provider = {
  name: 'google',
  label: 'Google',
  people: googlePeople,
  paths: {
    discovery: '/google/.well-known/openid-configuration',
    authorize: '/google/o/oauth2/v2/auth',
    token: '/google/token',
    keys: '/google/oauth2/v3/certs',
    userinfo: '/google/v1/userinfo',
  },
  issuer: (base) => `${base}/google`,
  issuerFor: (base) => `${base}/google`,
  claimsOf: (person) => ({
    sub: subjectOf('google', person),
    name: person.name,
    email: person.email,
    email_verified: person.isAddressVerified,
    ...(person.organization && { hd: person.organization.domain }),
  }),
};

const microsoft: Provider = {
  name: 'microsoft',
  label: 'Microsoft',
  people: microsoftPeople,
  paths: {
    discovery: '/microsoft/:tenant/v2.0/.well-known/openid-configuration',
    authorize: '/microsoft/:tenant/oauth2/v2.0/authorize',
    token: '/microsoft/:tenant/oauth2/v2.0/token',
    keys: '/microsoft/:tenant/discovery/v2.0/keys',
    userinfo: '/microsoft/oidc/userinfo',
  },
  issuer: (base) => `${base}/microsoft/{tenantid}/v2.0`,
  issuerFor: (base, person) => `${base}/microsoft/${tenantOf(person)}/v2.0`,
  claimsOf: (person) => ({
    sub: subjectOf('microsoft', person),
    tid: tenantOf(person),
    name: person.name,
    email: person.email,
    preferred_username: person.email,
    // The claim is left out where the owner of the domain has not been verified.
    ...(person.organization && person.isAddressVerified && { xms_edov: true }),
  }),
};

export const providers: Provider[] = [google, microsoft];
