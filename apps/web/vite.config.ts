import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContracts } from './vite.light-contracts.ts';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [lightContracts(), react(), tailwindcss()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    // Inlined assets would be data: addresses, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'framework', tags: ['$initial'], test: /node_modules/ }],
        },
      },
    },
  },
});
