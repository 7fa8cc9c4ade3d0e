import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async (signal) => {
    const { createMigration } = await import('./product/create-migration.mjs');
    return createMigration(signal, process.argv.slice(2));
  },
});
