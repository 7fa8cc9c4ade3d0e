import { AppError, type Region, smartsheetScopes } from '@picksync/contracts';
import {
  type CallSource,
  type OAuthClient,
  type SmartsheetSite,
  smartsheetSite,
} from '@picksync/smartsheet-client';

/** How this installation is registered with Smartsheet. */
export type SmartsheetApp = {
  /** Undefined while the operator has not registered the app with Smartsheet. */
  credentials: OAuthClient | undefined;
  redirectUri: string;
  toSite: (region: Region) => SmartsheetSite;
};

export function createSmartsheetApp(options: {
  publicOrigin: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** Addresses of a stand-in, for every region. */
  apiBase: string | undefined;
  authorizeBase: string | undefined;
  source?: CallSource | undefined;
}): SmartsheetApp {
  const { publicOrigin, clientId, clientSecret, apiBase, authorizeBase, source } = options;
  return {
    credentials: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    redirectUri: `${publicOrigin}/api/auth/callback`,
    toSite: (region) =>
      smartsheetSite({ region, source, overrides: { apiBase, authorizeUrl: authorizeBase } }),
  };
}

/** Returns the app's id and secret. Throws `unavailable` while there are none. */
export function getCredentials({ credentials }: SmartsheetApp): OAuthClient {
  if (credentials) return credentials;
  throw new AppError('unavailable', {
    message: 'The connection to Smartsheet is not set up on this server yet. Please tell whoever runs it.',
  });
}

/** Returns what an operator needs to register the app; nothing secret. */
export function toOauthHelp({ credentials, redirectUri }: SmartsheetApp) {
  return {
    redirectUri,
    scopes: [...smartsheetScopes],
    clientIdSet: credentials !== undefined,
    checks: [
      ...(credentials
        ? []
        : ['Set SMARTSHEET_CLIENT_ID and SMARTSHEET_CLIENT_SECRET and restart the server.']),
      `In the app settings of the Smartsheet developer portal, the redirect address is exactly ${redirectUri}`,
      ...(redirectUri.startsWith('https:')
        ? []
        : ['Smartsheet accepts only redirect addresses that begin with https.']),
      `The app may ask for these scopes: ${smartsheetScopes.join(', ')}`,
      'The Smartsheet account is of the region that was picked: an account exists in one region only.',
      'The plan of the Smartsheet account includes API access (Business or Enterprise).',
    ],
  };
}
