import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { directImports } from './vite.direct-imports.ts';
import { firstLoadBudget, pagesNeeding } from './vite.first-load.ts';
import { landingPage } from './vite.landing.ts';
import { lightContracts } from './vite.light-contracts.ts';
import { precompress } from './vite.precompress.ts';
import { pureContracts } from './vite.pure-contracts.ts';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [
    lightContracts(),
    pureContracts(),
    react(),
    directImports(['lucide-react', '@tanstack/react-query', '@tanstack/query-core']),
    tailwindcss(),
    landingPage(),
    firstLoadBudget(),
    precompress(),
  ],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    // Inlined assets would be data: addresses, which the content security policy does not allow for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first file names all others: every letter of a hash is one that cannot be compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // What every page needs and seldom changes; parts of the same packages that only some pages need stay with them.
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 4 },
            // What every page shares comes in one piece instead of a dozen crumbs. What only other pages need would bring
            // all of its packages to every page.
            {
              name: (id, build) =>
                pagesNeeding(id, (module) => build.getModuleInfo(module)) === 'every' ? 'basics' : null,
              test: /@tanstack|(web|ui)\/src\/|preload-helper|lucide-react|light-contracts/,
              priority: 3,
            },
            // The small parts of the login, in one piece as well.
            {
              name: (id, build) =>
                pagesNeeding(id, (module) => build.getModuleInfo(module)) === 'login' ? 'sign-in' : null,
              test: /lucide-react|light-contracts|web\/src\/(ui|api)\/|packages\/ui\//,
              priority: 3,
            },
            { name: 'icons-and-calls', test: /lucide-react|light-contracts/, minShareCount: 3, priority: 2 },
            // What the dashboard shares with other pages but not with the login: forty files would be seven rounds of six.
            {
              name: (id, build) =>
                pagesNeeding(id, (module) => build.getModuleInfo(module)) === 'dashboard' ? 'shell' : null,
              minShareCount: 2,
              priority: 2,
            },
            // Windows bring what they are made of, which no page needs before one opens.
            { name: 'windows', test: /ui\/src\/(dialog|focus-return)\.tsx?$/, priority: 1 },
            // Run in a task of its own, before the form that uses it (load-zod.ts).
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval|prepare-zod/, priority: 1 },
            // What many sections of the account page and of the owner's side share. What the login would fetch with it stays out.
            { name: 'parts', test: /lucide-react|(web|ui)\/src\//, minShareCount: 18 },
          ],
        },
      },
    },
  },
});
