import { createHash } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import type { ProviderAnswer, ProviderCall } from '../payments/operation-router.ts';
import { brokenRule } from './paypal.errors.ts';

const keptMs = 72 * 3_600_000;

type Creation<Resource extends { id: string }> = {
  operation: string;
  /** Where its resources are kept. */
  among: Resource[];
  create: () => Resource;
  view: (resource: Resource) => Record<string, unknown>;
  /** The answer to a caller who does not prefer the whole. Without it every answer is whole. */
  short?: (resource: Resource) => Record<string, unknown>;
  /** The status of the first answer. */
  status?: 200 | 201;
};

/**
 * Creates a resource once per PayPal-Request-Id: usually 201 the first time, and 200 with the resource as it is now when the
 * same request comes again within 72 hours. The same id with another request is refused.
 */
export function createOnce<Resource extends { id: string }>(
  { state, now }: SandboxDeps,
  call: ProviderCall,
  { operation, among, create, view: whole, short = whole, status = 201 }: Creation<Resource>,
): ProviderAnswer {
  const view = prefersWhole(call) ? whole : short;
  const key = call.headers['paypal-request-id'];
  if (key === undefined) return { status, body: view(create()) };
  const at = now().getTime();
  const { paypal } = state.payments;
  paypal.requestIds = paypal.requestIds.filter((used) => at - used.at < keptMs);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex');
  const used = paypal.requestIds.find((one) => one.key === key && one.operation === operation);
  if (used && used.fingerprint !== fingerprint) throw brokenRule('requestId', 'DUPLICATE_REQUEST_ID');
  const earlier = used && among.find(({ id }) => id === used.resourceId);
  if (earlier) return { body: view(earlier) };
  const resource = create();
  paypal.requestIds.push({ key, operation, fingerprint, resourceId: resource.id, at });
  return { status, body: view(resource) };
}

/** Returns whether the caller asks for the whole resource, instead of the short answer that is usual. */
export function prefersWhole({ headers }: ProviderCall): boolean {
  return headers.prefer?.includes('return=representation') ?? false;
}
