import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage, landingTitle } from './landing-page.tsx';

type Files = { script: string; application: readonly string[] };

/**
 * Returns the page of visitors, made from that of the application when it is built: the same head, but the text of the
 * page in place of the application's scripts. `application` lists the files that its login needs.
 */
export function renderLanding(applicationPage: string, { script, application }: Files): string {
  const body = renderToStaticMarkup(<LandingPage />);
  const addresses = application.map((file) => `/${file}`).join(' ');
  return applicationPage
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<noscript>.*?<\/noscript>/s, '')
    .replace(/<title>.*?<\/title>/, () => `<title>${landingTitle} · Picksync</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
    .replace(/<meta name="description"[^>]*>/, () => describePage())
    .replace(
      '</head>',
      () => `  <script type="module" src="/${script}" data-application="${addresses}"></script>\n  </head>`,
    );
}

/** The server writes the address of the installation in its place. */
const origin = 'https://origin.invalid';
const description =
  'Picksync keeps Smartsheet dropdown columns in step with a column of another sheet: previewed, reviewed before removals, in seconds.';

/** Returns what search engines and messengers show of the page. */
function describePage(): string {
  const tags = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Picksync'],
    ['property', 'og:title', landingTitle],
    ['property', 'og:description', description],
    ['property', 'og:url', `${origin}/`],
    ['property', 'og:image', `${origin}/share.png`],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', `Picksync: ${landingTitle}`],
    ['name', 'twitter:card', 'summary_large_image'],
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${content}" />`);
  return [`<link rel="canonical" href="${origin}/" />`, ...tags].join('\n    ');
}
