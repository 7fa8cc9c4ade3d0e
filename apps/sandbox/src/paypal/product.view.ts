import { apiLink, type LinkBase } from './links.ts';
import type { Product } from './paypal.model.ts';
import { wireTime } from './wire.ts';

/** Returns a product as PayPal shows it. */
export function productView(base: LinkBase, product: Product) {
  const { type, category, imageUrl, homeUrl, updatedAt } = product;
  const { links, create_time, ...head } = productSummary(base, product);
  return {
    ...head,
    type,
    ...(category !== null && { category }),
    ...(imageUrl !== null && { image_url: imageUrl }),
    ...(homeUrl !== null && { home_url: homeUrl }),
    create_time,
    update_time: wireTime(updatedAt),
    links,
  };
}

/** Returns a product as lists and short answers show it. */
export function productSummary(base: LinkBase, { id, name, description, createdAt }: Product) {
  const path = `/v1/catalogs/products/${id}`;
  return {
    id,
    name,
    ...(description !== null && { description }),
    create_time: wireTime(createdAt),
    links: [apiLink(base, path, 'self'), apiLink(base, path, 'edit', 'PATCH')],
  };
}
