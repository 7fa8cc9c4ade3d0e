import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: 'src/console/page',
  base: '/console/',
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': `http://localhost:${process.env.SANDBOX_PORT ?? 4010}` } },
  build: {
    outDir: '../../../dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The pages that ask for permission name the style sheet, too.
    cssCodeSplit: false,
    rolldownOptions: {
      input: ['src/console/page/index.html', 'src/console/page/gallery.html'],
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'console.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
