import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 0: interrupting is the usual way to stop the product.
  whenInterrupted: 0,
  main: async (signal) => {
    const { startProduct } = await import('./product/start-product.mjs');
    return startProduct(signal, { isDevelopment: true });
  },
});
