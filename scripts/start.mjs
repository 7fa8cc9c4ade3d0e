import { fileURLToPath } from 'node:url';
import { withToolchain } from './toolchain.mjs';

await withToolchain(fileURLToPath(import.meta.url), async () => {
  const { startProduct } = await import('./product/start-product.mjs');
  await startProduct();
});
