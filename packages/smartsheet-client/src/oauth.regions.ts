export type SmartsheetRegion = 'us' | 'eu' | 'au' | 'gov';

/** Where one environment of Smartsheet is; tokens are valid in one environment only. No trailing slashes. */
export type SmartsheetSite = {
  apiBase: string;
  authorizeUrl: string;
  /** The header `smartsheet-integration-source` of every call, by which a customer's administrators recognise us. */
  integrationSource?: string | undefined;
};

/** Who makes the calls, as an operator names them; without commas. */
export type CallSource = { organization: string; application: string };

/**
 * The four environments. All API bases and the authorize page of the US are documented; the other three pages
 * follow from the rule that the domain of the app is the domain of the API.
 */
const smartsheetSites: Readonly<Record<SmartsheetRegion, Omit<SmartsheetSite, 'integrationSource'>>> = {
  us: { apiBase: 'https://api.smartsheet.com/2.0', authorizeUrl: 'https://app.smartsheet.com/b/authorize' },
  eu: { apiBase: 'https://api.smartsheet.eu/2.0', authorizeUrl: 'https://app.smartsheet.eu/b/authorize' },
  au: { apiBase: 'https://api.smartsheet.au/2.0', authorizeUrl: 'https://app.smartsheet.au/b/authorize' },
  gov: {
    apiBase: 'https://api.smartsheetgov.com/2.0',
    authorizeUrl: 'https://app.smartsheetgov.com/b/authorize',
  },
};

/** Returns the site of a region; `overrides` replaces its addresses, e.g. with those of a local stand-in. */
export function smartsheetSite({
  region,
  source,
  overrides = {},
}: {
  region: SmartsheetRegion;
  source?: CallSource | undefined;
  overrides?: { apiBase?: string | undefined; authorizeUrl?: string | undefined };
}): SmartsheetSite {
  return {
    apiBase: (overrides.apiBase ?? smartsheetSites[region].apiBase).replace(/\/+$/, ''),
    authorizeUrl: overrides.authorizeUrl ?? smartsheetSites[region].authorizeUrl,
    integrationSource: source && `APPLICATION,${source.organization},${source.application}`,
  };
}
