import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async (signal) => {
    const { packPrograms } = await import('./programs/pack-programs.mjs');
    return packPrograms(signal);
  },
});
