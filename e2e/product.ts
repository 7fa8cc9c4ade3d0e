/** A running product with its sandbox: its URLs, and the folder of its database. */
export type Product = { url: string; sandboxUrl: string; databaseDir: string };

const variable = 'PRODUCTS';

/** Passes the list of running products to the journeys, which run in other processes. */
export function announceProducts(products: readonly Product[]): void {
  process.env[variable] = JSON.stringify(products);
}

/** Returns the product of this process: journeys that run at the same time never share one. Undefined before the set-up. */
export function findProduct(): Product | undefined {
  const products: Product[] = JSON.parse(process.env[variable] ?? '[]');
  return products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
}

/** Returns the product of this process. Throws before the set-up has started one. */
export function product(): Product {
  const found = findProduct();
  if (!found) throw new Error('The product is not running: journeys are run by Playwright');
  return found;
}
