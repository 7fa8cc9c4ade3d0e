import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { finishSite } from './src/finish-site.ts';
import { base } from './src/link-pages.ts';
import { listChapters, toId } from './src/read-pages.ts';

const sidebar = listChapters().map(({ label, names, isFolder }) => ({
  label,
  collapsed: isFolder,
  items: names.map((name) => ({ slug: toId(name), ...(name === 'README' && { label: 'Overview' }) })),
}));

// biome-ignore lint/style/noDefaultExport: Astro reads its configuration from the default export.
export default defineConfig({
  base,
  // finish-site.ts puts it in place of the site that is served, once it is whole.
  outDir: './.astro/site',
  trailingSlash: 'never',
  // No picture is changed, so nothing has to be there that could.
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  // A script in the page would be refused by the content security policy.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Picksync Docs',
      favicon: '/favicon.svg',
      customCss: ['@picksync/ui/tokens.css', '@picksync/ui/fonts.css', './src/styles.css'],
      components: {
        ThemeProvider: './src/components/theme-provider.astro',
        ThemeSelect: './src/components/theme-select.astro',
        SiteTitle: './src/components/site-title.astro',
        SocialIcons: './src/components/places.astro',
      },
      disable404Route: true,
      pagination: true,
      expressiveCode: {
        themes: ['github-light', 'github-dark'],
        defaultProps: { wrap: true, frame: 'none' },
        styleOverrides: { borderRadius: '12px', borderColor: 'var(--line)' },
      },
      sidebar,
    }),
    finishSite(),
  ],
});
