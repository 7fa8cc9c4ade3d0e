import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { createOnce } from './create-once.ts';
import { unknownResource, unprocessable } from './paypal.errors.ts';
import type { Plan, Product } from './paypal.model.ts';
import { cyclesOf, planSchema, productSchema } from './plan.input.ts';
import { planView, productView } from './plan.view.ts';

type CatalogDeps = Pick<SandboxDeps, 'state' | 'now' | 'random' | 'changes'>;

function pageOf<Item>(items: Item[], { query }: ProviderCall) {
  const size = Math.min(Number(query.page_size ?? 10) || 10, 20);
  const start = (Math.max(1, Number(query.page ?? 1)) - 1) * size;
  return {
    items: items.slice(start, start + size),
    totals: { total_items: items.length, total_pages: Math.ceil(items.length / size) },
  };
}

/** Serves products and plans. */
export function catalogRoutes(add: AddOperation, deps: CatalogDeps): void {
  const { state } = deps;
  const findProduct = (id: string | undefined) => state.payments.paypal.products.find((one) => one.id === id);
  const findPlan = (id: string | undefined) => state.payments.paypal.plans.find((one) => one.id === id);
  const planOf = ({ params }: ProviderCall): Plan => {
    const plan = findPlan(params.id);
    if (!plan) throw unknownResource();
    return plan;
  };

  add('products.create', 'POST /v1/catalogs/products', (call) =>
    createOnce(deps, call, {
      operation: 'products.create',
      find: findProduct,
      create: () => createProduct(deps, call.body),
      view: productView,
    }),
  );
  add('products.list', 'GET /v1/catalogs/products', (call) => {
    const { items, totals } = pageOf(state.payments.paypal.products, call);
    return { body: { ...totals, products: items.map(productView), links: [] } };
  });
  add('products.get', 'GET /v1/catalogs/products/:id', ({ params }) => {
    const product = findProduct(params.id);
    if (!product) throw unknownResource();
    return { body: productView(product) };
  });

  add('plans.create', 'POST /v1/billing/plans', (call) =>
    createOnce(deps, call, {
      operation: 'plans.create',
      find: findPlan,
      create: () => createPlan(deps, call.body),
      view: planView,
      isShort: true,
    }),
  );
  add('plans.list', 'GET /v1/billing/plans', (call) => {
    const { product_id: productId } = call.query;
    const plans = state.payments.paypal.plans.filter((one) => !productId || one.productId === productId);
    const { items, totals } = pageOf(plans, call);
    return { body: { ...totals, plans: items.map(planView), links: [] } };
  });
  add('plans.get', 'GET /v1/billing/plans/:id', (call) => ({ body: planView(planOf(call)) }));
  add('plans.activate', 'POST /v1/billing/plans/:id/activate', (call) =>
    setStatus(deps, planOf(call), 'ACTIVE'),
  );
  add('plans.deactivate', 'POST /v1/billing/plans/:id/deactivate', (call) =>
    setStatus(deps, planOf(call), 'INACTIVE'),
  );
}

function createProduct({ state, now, random, changes }: CatalogDeps, body: unknown): Product {
  const { id = `PROD-${upperText(random, 17)}`, name, type, description } = productSchema.parse(body);
  if (state.payments.paypal.products.some((one) => one.id === id))
    throw unprocessable('DUPLICATE_RESOURCE_IDENTIFIER', 'There is a product with this id.');
  const product: Product = { id, name, type, description, createdAt: now().getTime() };
  state.payments.paypal.products.push(product);
  changes.announce({ payments: true });
  return product;
}

function createPlan({ state, now, random, changes }: CatalogDeps, body: unknown): Plan {
  const input = planSchema.parse(body);
  if (!state.payments.paypal.products.some(({ id }) => id === input.product_id)) throw unknownResource();
  const at = now().getTime();
  const plan: Plan = {
    id: `P-${upperText(random, 24)}`,
    productId: input.product_id,
    name: input.name,
    description: input.description,
    status: input.status,
    ...cyclesOf(input),
    failureThreshold: input.payment_preferences.payment_failure_threshold,
    createdAt: at,
    updatedAt: at,
  };
  state.payments.paypal.plans.push(plan);
  changes.announce({ payments: true });
  return plan;
}

function setStatus({ now, changes }: CatalogDeps, plan: Plan, status: 'ACTIVE' | 'INACTIVE') {
  if (plan.status === status)
    throw unprocessable('PLAN_STATUS_INVALID', `The plan is ${status.toLowerCase()} already.`);
  plan.status = status;
  plan.updatedAt = now().getTime();
  changes.announce({ payments: true });
  return { status: 204 };
}
