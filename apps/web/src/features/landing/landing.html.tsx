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
    .replace(
      '</head>',
      () => `  <script type="module" src="/${script}" data-application="${addresses}"></script>\n  </head>`,
    );
}
