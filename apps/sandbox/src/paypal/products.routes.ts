import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { tell } from '../payments/delivery.model.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { createOnce } from './create-once.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { getPage, pageQuery } from './paging.ts';
import { applyPatch, patchRules } from './patch.ts';
import { brokenRule, invalidRequest } from './paypal.errors.ts';
import { productEvent } from './paypal.events.ts';
import type { Product } from './paypal.model.ts';
import { getProduct } from './paypal.store.ts';
import { productSummary, productView } from './product.view.ts';
import { productCategories } from './product-categories.ts';
import { readBody, readQuery } from './read-input.ts';
import { productIdSchema, wireTime } from './wire.ts';

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
  ...z.object(fields).partial().shape,
});

const rule = patchRules<Product>('add', 'replace', 'remove');
const rules = Object.entries(fields).map(([name, schema]) =>
  rule(`/${name}`, schema, (value) => ({ [name]: value })),
);

/** Serves products. */
export function productRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state, config, now } = deps;
  const path = '/v1/catalogs/products';

  add('products.create', `POST ${path}`, (call) =>
    createOnce(deps, call, {
      operation: 'products.create',
      among: state.payments.paypal.products,
      create: () => {
        const product = createProduct(deps, readBody(productSchema, call));
        void tell(deps, [productEvent(deps, 'CREATED', product)]);
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
    applyPatch(product, call, rules);
    product.update_time = wireTime(now().getTime());
    void tell(deps, [productEvent(deps, 'UPDATED', product)]);
    return { status: 204 };
  });
}

export function createProduct(
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
  const at = wireTime(now().getTime());
  const id = ownId ?? `${systemPrefix}${upperText(random, 17)}`;
  const product: Product = { ...input, id, create_time: at, update_time: at };
  products.push(product);
  return product;
}
