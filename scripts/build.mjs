import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async (signal) => {
    const { buildProduct } = await import('./product/build-product.mjs');
    return buildProduct(signal);
  },
});
