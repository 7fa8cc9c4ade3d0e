import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { createOnce } from './create-once.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { getPage, pageQuery } from './paging.ts';
import { applyPatch, patchRule } from './patch.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import { productEvent } from './paypal.events.ts';
import type { Product } from './paypal.model.ts';
import { findProduct, getProduct } from './paypal.store.ts';
import { productSummary, productView } from './product.view.ts';
import { productCategories } from './product-categories.ts';
import { readBody, readQuery } from './read-input.ts';
import { productIdSchema } from './wire.ts';

const systemPrefix = 'PROD-';

/** An address that is too long or empty is not read any further. */
const webAddress = z.string().min(1).max(2000).pipe(z.url());
const fields = {
  description: z.string().min(1).max(256),
  category: z.string().refine((name) => productCategories.has(name)),
  image_url: webAddress,
  home_url: webAddress,
};
const productSchema = z.object({
  id: productIdSchema.optional(),
  name: z.string().min(1).max(127),
  type: z.enum(['PHYSICAL', 'DIGITAL', 'SERVICE']),
  description: fields.description.optional(),
  category: fields.category.optional(),
  image_url: fields.image_url.optional(),
  home_url: fields.home_url.optional(),
});

const anyChange = ['add', 'replace', 'remove'] as const;
const patchRules = [
  patchRule(/^\/description$/, anyChange, fields.description, (product: Product, value) => {
    product.description = value ?? null;
  }),
  patchRule(/^\/category$/, anyChange, fields.category, (product: Product, value) => {
    product.category = value ?? null;
  }),
  patchRule(/^\/image_url$/, anyChange, fields.image_url, (product: Product, value) => {
    product.imageUrl = value ?? null;
  }),
  patchRule(/^\/home_url$/, anyChange, fields.home_url, (product: Product, value) => {
    product.homeUrl = value ?? null;
  }),
];

/** Serves products. */
export function productRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state, config, now, changes } = deps;
  const path = '/v1/catalogs/products';
  const tell = (type: 'CREATED' | 'UPDATED', product: Product) => {
    changes.announce({ payments: true });
    void deps.notify(productEvent(deps, type, product));
  };

  add('products.create', `POST ${path}`, (call) =>
    createOnce(deps, call, {
      operation: 'products.create',
      find: (id) => findProduct(deps, id),
      create: () => {
        const product = createProduct(deps, readBody(productSchema, call));
        tell('CREATED', product);
        return product;
      },
      view: (product) => productView(config, product),
      short: (product) => productSummary(config, product),
    }),
  );
  add('products.list', `GET ${path}`, (call) => {
    const page = readQuery(pageQuery, call);
    const place = { base: config, path, query: call.query };
    const { items, totals, links } = getPage(state.payments.paypal.products, page, place);
    return {
      body: { ...totals, products: items.map((product) => productSummary(config, product)), links },
    };
  });
  add('products.get', `GET ${path}/:id`, ({ params }) => ({
    body: productView(config, getProduct(deps, params.id)),
  }));
  add('products.patch', `PATCH ${path}/:id`, (call) => {
    const product = getProduct(deps, call.params.id);
    applyPatch(product, call, patchRules);
    product.updatedAt = now().getTime();
    tell('UPDATED', product);
    return { status: 204 };
  });
}

function createProduct(
  { state, now, random }: SandboxDeps,
  { id: ownId, ...input }: z.output<typeof productSchema>,
): Product {
  const { products } = state.payments.paypal;
  if (ownId?.startsWith(systemPrefix))
    throw invalidRequest('INVALID_PARAMETER_SYNTAX', {
      field: '/id',
      value: ownId,
      description: syntaxNotes.systemPrefix,
    });
  if (ownId !== undefined && products.some(({ id }) => id === ownId))
    throw brokenRule('products.create', 'DUPLICATE_RESOURCE_IDENTIFIER', { field: '/id', value: ownId });
  const at = now().getTime();
  const product: Product = {
    id: ownId ?? `${systemPrefix}${upperText(random, 17)}`,
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    category: input.category ?? null,
    imageUrl: input.image_url ?? null,
    homeUrl: input.home_url ?? null,
    createdAt: at,
    updatedAt: at,
  };
  products.push(product);
  return product;
}
