import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async (signal) => {
    const { writeBillOfMaterials } = await import('./product/bill-of-materials.mjs');
    return writeBillOfMaterials(signal);
  },
});
