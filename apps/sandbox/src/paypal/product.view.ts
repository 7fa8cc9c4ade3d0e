import type { Config } from '../config.ts';
import { apiLink } from './links.ts';
import type { Product } from './paypal.model.ts';

export function productView(base: Config, product: Product) {
  const path = `/v1/catalogs/products/${product.id}`;
  return { ...product, links: [apiLink(base, path, 'self'), apiLink(base, path, 'edit', 'PATCH')] };
}

/** Returns a product as lists and short answers show it. */
export function productSummary(base: Config, product: Product) {
  const { id, name, description, create_time, links } = productView(base, product);
  return { id, name, description, create_time, links };
}
