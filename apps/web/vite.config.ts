import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown, type ServerOptions } from 'vite';
import { baselineStyles } from './vite.baseline.ts';
import { firstFrames } from './vite.first-frames.ts';
import { firstLoadBudget, pagesNeeding } from './vite.first-load.ts';
import { landingPage } from './vite.landing.ts';
import { lightContracts } from './vite.light-contracts.ts';
import { precompress } from './vite.precompress.ts';

/** What the API serves itself, beside the application. */
const served = [
  '/api',
  '/dev',
  '/docs',
  '/status',
  '/privacy',
  '/terms',
  '/imprint',
  '/robots.txt',
  '/sitemap.xml',
];

/** `npm run dev` says where the product is (PORT) and where its API listens. */
function development({ HOST, PORT = '3000', API_ORIGIN }: NodeJS.ProcessEnv): ServerOptions {
  return {
    ...(HOST ? { host: HOST } : {}),
    port: Number(PORT),
    strictPort: true,
    ...(API_ORIGIN && { proxy: Object.fromEntries(served.map((path) => [path, API_ORIGIN])) }),
  };
}

/** Returns a name for a file of what these pages need. */
function nameFor(pages: 'every' | 'dashboard', name: string): Rolldown.CodeSplittingNameFunction {
  return (id, build) => (pagesNeeding(id, (module) => build.getModuleInfo(module)) === pages ? name : null);
}

// The comments say what the first load of a page would weigh without the line; vite.first-load.ts has the limits.
// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [
    // Login 185 kB, dashboard 199 kB.
    lightContracts(),
    react(),
    tailwindcss(),
    // Landing 158 kB.
    landingPage(),
    firstFrames(),
    firstLoadBudget(),
    baselineStyles(),
    // The server does not compress files itself: login 471 kB, dashboard 519 kB.
    precompress(),
  ],
  server: development(process.env),
  build: {
    // Inlined assets would be data: addresses, which the content security policy does not allow for fonts.
    assetsInlineLimit: 0,
    // Browsers that support what Baseline calls widely available preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Login 186 kB: what it calls would lie with the dashboard.
            { name: 'calls', test: /light-contracts/, minShareCount: 8, priority: 2 },
            // Login 187 kB. With zod and the schemas, which no page needs at first, login 200 kB and dashboard 220 kB.
            {
              name: nameFor('every', 'basics'),
              test: (id) => !/zod|packages\/contracts|light-contracts|lucide-react.*\/icons/.test(id),
              priority: 1,
            },
            // Login 152 kB, dashboard 172 kB: the package has one file that names all icons, so every page would need each of them.
            { name: 'icons', test: /lucide-react.*\/icons/, minShareCount: 8, priority: 2 },
            // Dashboard 188 kB in 60 files instead of 8.
            { name: nameFor('dashboard', 'shell'), minShareCount: 2 },
          ],
        },
      },
    },
  },
});
