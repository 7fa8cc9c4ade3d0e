import { authStatusEndpoint, drawnPages, shellFile, signedOutStatus } from '@picksync/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { authStatusQuery } from './api/session.queries.ts';
import { createAppRouter } from './router.tsx';
import { MarkShape, ShellShape } from './routes/page-pending.tsx';
import { createQueryClient } from './start-app.tsx';

/**
 * What a document shows until the application has drawn its page: the page itself, or only the shape of one. The scripts of
 * `module` and the reply to `call`, which the page needs, are fetched beside those of the application.
 */
export type FirstFrame = { file: string; markup: string; module?: string; call?: string; isPage?: true };

/** Draws a page as the application draws it first for somebody who is not signed in. */
async function drawPage(address: string): Promise<string> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(authStatusQuery.queryKey, signedOutStatus);
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  if (!markup.includes('<h1')) throw new Error(`The page ${address} was not drawn`);
  return makeStill(markup);
}

/** Removes what only works with the application. Nothing can be typed that would be lost. */
function makeStill(markup: string): string {
  return markup
    .replaceAll(/<script>.*?<\/script>/gs, '')
    .replaceAll(/ autofocus=""/g, '')
    .replaceAll('<input ', '<input readonly ');
}

async function toFrame([address, file]: [string, string]): Promise<FirstFrame> {
  const module = address.startsWith('/login') ? 'routes/login-page.tsx' : 'routes/help-page.tsx';
  return { file, markup: await drawPage(address), module, isPage: true };
}

// The build reads the finished texts: once this file is imported, nothing more of the application can be.
export const firstFrames: readonly FirstFrame[] = [
  {
    file: shellFile,
    markup: renderToStaticMarkup(<ShellShape />),
    // The page that most people open.
    module: 'routes/dashboard-page.tsx',
    call: authStatusEndpoint.path,
  },
  ...(await Promise.all([...drawnPages].map(toFrame))),
  // The file that all others are made from comes last.
  { file: 'index.html', markup: renderToStaticMarkup(<MarkShape />) },
];

/**
 * Returns the document of the application with a first frame. Nobody can press anything in it, and no screen reader reads
 * it: the same comes from the application. Where there is something to read, the scripts come after the style sheet.
 */
export function withFrame(
  document: string,
  { markup, module, call, isPage }: FirstFrame,
  scripts: readonly string[],
): string {
  const [, title] = /<h1[^>]*>([^<]*)<\/h1>/.exec(markup) ?? [];
  const kind = isPage ? ' data-drawn=""' : '';
  const preloads = scripts
    .filter((file) => !document.includes(`"/${file}"`))
    .map((file) => `  <link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" />\n  `);
  if (call)
    preloads.push(`  <link rel="preload" as="fetch" crossorigin="use-credentials" href="${call}" />\n  `);
  return document
    .replaceAll('<script type="module"', (tag) => (module ? `${tag} fetchpriority="low"` : tag))
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root"><div inert aria-hidden="true" class="noscript:hidden"${kind}>${markup}</div></div>`,
    )
    .replace('<title>Picksync</title>', (usual) => (title ? `<title>${title} · Picksync</title>` : usual))
    .replace('</head>', () => `${preloads.join('')}</head>`);
}
