import { createHash } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import type { ProviderAnswer, ProviderCall } from '../payments/operation-router.ts';
import { unprocessable } from './paypal.errors.ts';

const keptMs = 72 * 3_600_000;

type Creation<Resource extends { id: string }> = {
  operation: string;
  find: (id: string) => Resource | undefined;
  create: () => Resource;
  view: (resource: Resource) => Record<string, unknown>;
  /** Whether the answer is short unless the caller prefers the whole: id, status and links. */
  isShort?: boolean;
};

/**
 * Creates a resource once per PayPal-Request-Id: 201 the first time, and 200 with the resource as it is now when the
 * same request comes again within 72 hours. The same id with another request is refused.
 */
export function createOnce<Resource extends { id: string }>(
  { state, now }: Pick<SandboxDeps, 'state' | 'now'>,
  { headers, body }: ProviderCall,
  { operation, find, create, view: wholeView, isShort = false }: Creation<Resource>,
): ProviderAnswer {
  const isWhole = !isShort || headers.prefer?.includes('return=representation');
  const view = (resource: Resource) => (isWhole ? wholeView(resource) : shortened(wholeView(resource)));
  const key = headers['paypal-request-id'];
  if (key === undefined) return { status: 201, body: view(create()) };
  const at = now().getTime();
  const { paypal } = state.payments;
  paypal.requestIds = paypal.requestIds.filter((used) => at - used.at < keptMs);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex');
  const used = paypal.requestIds.find((one) => one.key === key && one.operation === operation);
  if (used && used.fingerprint !== fingerprint)
    throw unprocessable('DUPLICATE_REQUEST_ID', 'The request id was used for another request.');
  const earlier = used && find(used.resourceId);
  if (earlier) return { body: view(earlier) };
  const resource = create();
  paypal.requestIds.push({ key, operation, fingerprint, resourceId: resource.id, at });
  return { status: 201, body: view(resource) };
}

function shortened({ id, status, create_time, links }: Record<string, unknown>): Record<string, unknown> {
  return { id, status, create_time, links };
}
