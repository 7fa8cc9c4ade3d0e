import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async () => {
    const { checkImages } = await import('./product/check-images.mjs');
    return checkImages();
  },
});
