import { defineConfig } from 'prisma/config';

// biome-ignore lint/style/noDefaultExport: Prisma reads its configuration from the default export.
export default defineConfig({
  schema: 'prisma',
  migrations: { path: 'prisma/migrations' },
});
