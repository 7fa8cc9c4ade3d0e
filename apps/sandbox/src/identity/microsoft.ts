import { randomBytes, randomUUID } from 'node:crypto';
import {
  authorizeErrors,
  isAppTold,
  type MicrosoftError,
  tenantNotFound,
  tokenErrors,
} from './microsoft.errors.ts';
import { hashPerson, microsoftPeople, type Person, splitName } from './people.ts';
import type { Grant, Place, Provider, Refusal } from './provider.ts';
import { createCertificate } from './signing-keys.ts';

const paths = {
  discovery: '/microsoft/:tenant/v2.0/.well-known/openid-configuration',
  authorize: '/microsoft/:tenant/oauth2/v2.0/authorize',
  token: '/microsoft/:tenant/oauth2/v2.0/token',
  keys: '/microsoft/:tenant/discovery/v2.0/keys',
  userinfo: '/microsoft/oidc/userinfo',
};

/** The directory of personal accounts. */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad';
const ownScopes = ['openid', 'profile', 'email', 'offline_access'];
const prompts = ['login', 'none', 'consent', 'select_account'];

function getTenant({ organization }: Person): string {
  return organization?.tenantId ?? personalTenantId;
}

/** Returns the id of the directory that a place names by its id, its domain or a word; undefined for any of several. */
function findTenantId(tenant: string): string | undefined {
  if (tenant === 'consumers') return personalTenantId;
  if (tenant === personalTenantId) return tenant;
  const organizations = microsoftPeople.flatMap(({ organization }) => organization ?? []);
  return organizations.find(({ tenantId, domain }) => tenant === tenantId || tenant === domain)?.tenantId;
}

function isMember(person: Person, { tenant }: Place): boolean {
  if (tenant === 'common') return true;
  if (tenant === 'organizations') return person.organization !== null;
  return findTenantId(tenant) === getTenant(person);
}

function discover({ base, tenant }: Place): object {
  const toUrl = (path: string) => base + path.replace(':tenant', tenant);
  const root = `${base}/microsoft/${tenant}`;
  return {
    token_endpoint: toUrl(paths.token),
    token_endpoint_auth_methods_supported:
      'client_secret_post private_key_jwt client_secret_basic self_signed_tls_client_auth'.split(' '),
    jwks_uri: toUrl(paths.keys),
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ownScopes,
    code_challenge_methods_supported: ['plain', 'S256'],
    issuer: `${base}/microsoft/${findTenantId(tenant) ?? '{tenantid}'}/v2.0`,
    request_uri_parameter_supported: false,
    userinfo_endpoint: toUrl(paths.userinfo),
    authorization_endpoint: toUrl(paths.authorize),
    device_authorization_endpoint: `${root}/oauth2/v2.0/devicecode`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    end_session_endpoint: `${root}/oauth2/v2.0/logout`,
    claims_supported:
      'sub iss cloud_instance_name cloud_instance_host_name cloud_graph_host_name msgraph_host aud exp iat auth_time acr nonce preferred_username name tid ver at_hash c_hash email'.split(
        ' ',
      ),
    kerberos_endpoint: `${root}/kerberos`,
    tenant_region_scope: ['common', 'organizations', 'consumers'].includes(tenant) ? null : 'EU',
    cloud_instance_name: 'microsoftonline.com',
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: 'graph.microsoft.com',
    rbac_url: 'https://pas.windows.net',
  };
}

/** Returns a person's id in their directory. That of a personal account begins with zeros. */
function getObjectId(person: Person): string {
  const hex = hashPerson('microsoft object', person).toString('hex');
  const [first, second, third] = person.organization
    ? [hex.slice(12, 20), hex.slice(20, 24), `4${hex.slice(24, 27)}`]
    : ['00000000', '0000', '0000'];
  return `${first}-${second}-${third}-${hex.slice(8, 12)}-${hex.slice(28, 40)}`;
}

function getSubject(person: Person): string {
  return hashPerson('microsoft', person).toString('base64url');
}

function toClaims({ person, scopes }: Grant, { at }: { at: number }): object {
  return {
    ver: '2.0',
    nbf: at,
    sub: getSubject(person),
    tid: getTenant(person),
    ...(scopes.includes('profile') && {
      name: person.name,
      preferred_username: person.email,
      oid: getObjectId(person),
    }),
    ...(scopes.includes('email') && {
      email: person.email,
      // The claim is left out where the owner of the domain has not been verified.
      ...(person.organization && person.isAddressVerified && { xms_edov: true }),
    }),
    aio: randomBytes(48).toString('base64url'),
    rh: `1.${randomBytes(36).toString('base64url')}.`,
    uti: randomBytes(16).toString('base64url'),
  };
}

function toUserinfo({ person, scopes }: Grant): object {
  return {
    sub: getSubject(person),
    ...(scopes.includes('profile') && {
      name: person.name,
      ...splitName(person),
      picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
    }),
    ...(scopes.includes('email') && { email: person.email }),
  };
}

/** Returns an error as Microsoft writes it, with the ids by which its support would find the request. */
function describeError([code, error, text]: MicrosoftError, { base, now }: { base: string; now: Date }) {
  const at = `${now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const [trace, correlation] = [randomUUID(), randomUUID()];
  return {
    error,
    error_description: `AADSTS${code}: ${text}\r\nTrace ID: ${trace}\r\nCorrelation ID: ${correlation}\r\nTimestamp: ${at}`,
    error_codes: [code],
    timestamp: at,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `${base}/microsoft/error?code=${code}`,
  };
}

function refuse(problem: MicrosoftError, about: { base: string; now: Date }): Refusal {
  return { status: problem[1] === 'invalid_client' ? 401 : 400, body: describeError(problem, about) };
}

export const microsoft: Provider = {
  name: 'microsoft',
  label: 'Microsoft',
  people: microsoftPeople,
  paths,
  findPeople: (place) => microsoftPeople.filter((person) => isMember(person, place)),
  isMember,
  refusePlace: ({ base, tenant }, { error, now }) =>
    ['common', 'organizations'].includes(tenant) || findTenantId(tenant)
      ? null
      : refuse(tenantNotFound(tenant, error), { base, now }),
  discover,
  keysCaching: 'max-age=86400, private',
  describeKey: (key, base) => {
    const { kty, n, e } = key.publicKey.export({ format: 'jwk' });
    return {
      kty,
      use: 'sig',
      kid: key.id,
      ...createCertificate(key, 'accounts.accesscontrol.windows.net'),
      n,
      e,
      issuer: `${base}/microsoft/{tenantid}/v2.0`,
    };
  },
  issuerFor: (base, person) => `${base}/microsoft/${getTenant(person)}/v2.0`,
  toClaims,
  toUserinfo,
  refuseUserinfo: (isTokenSent) => ({
    status: 401,
    body: {
      error: {
        code: 'InvalidAuthenticationToken',
        message: isTokenSent ? 'The access token is not valid.' : 'Access token is empty.',
        innerError: { 'request-id': randomUUID(), 'client-request-id': randomUUID() },
      },
    },
    headers: {
      'www-authenticate':
        'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="00000003-0000-0000-c000-000000000000"',
    },
  }),
  isScope: (name) => ownScopes.includes(name) || name.toLowerCase() === 'user.read' || URL.canParse(name),
  writeScopes: (scopes) => scopes.filter((scope) => scope !== 'offline_access').join(' '),
  isPrompt: (prompt) => prompts.includes(prompt),
  isOffline: (_fields, scopes) => scopes.includes('offline_access'),
  // Tokens without a code have to be switched on for an app, and are not.
  responseTypes: ['code'],
  prefixes: { code: '1.A', accessToken: 'EwB', refreshToken: '1.R' },
  tokenMembers: { expires_in: 3599, ext_expires_in: 3599 },
  getAnswer: () => ({ session_state: randomUUID() }),
  refuseAuthorize: (problem, { text, place, now }) => {
    const found = authorizeErrors[problem](text);
    const { error, error_description: description, error_uri: uri } = describeError(found, { ...place, now });
    if (!isAppTold(problem))
      return {
        page: { title: 'Sorry, but we’re having trouble signing you in.', lines: description.split('\r\n') },
      };
    const denial = problem === 'denied' && { error_subcode: 'cancel' };
    return { answer: { error, ...denial, error_description: description, error_uri: uri } };
  },
  refuseToken: (problem, { text, place, now }) => refuse(tokenErrors[problem](text), { ...place, now }),
};
