import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { serve } from '../../http/serve.ts';
import { type ConfirmAddressDeps, confirmAddress } from './confirm-address.ts';
import { reportOf } from './report-of.ts';
import { type ReportDeps, reportUndeliverable } from './report-undeliverable.ts';

type Deps = ConfirmAddressDeps &
  ReportDeps & {
    keyedHash: KeyedHash;
    /** The password that Postmark sends with each event; without it no event is believed. */
    postmarkWebhookPassword: string | undefined;
  };

const { mailAddress } = endpoints;

/** An event with the headers of the mail that came back. */
const maxEventBytes = 256 * 1024;

export function mailAddressRoutes(app: FastifyInstance, deps: Deps): void {
  const route = serve(app);
  route(mailAddress.confirm)(({ caller }) => confirmAddress(caller, deps));

  const readBody = async (request: FastifyRequest, stream: Readable): Promise<Buffer> => {
    assertPostmark(request, deps);
    return readBounded(stream);
  };
  serve(app)(mailAddress.postmark, { readBody })(async ({ rawBody, request }) => {
    assertPostmark(request, deps);
    const report = reportOf(parsed(rawBody), deps.now());
    if (report) await reportUndeliverable(report, deps);
    return { received: true };
  });
}

/** Throws `not_found` unless the request has the name and the password that were entered at Postmark. */
function assertPostmark({ headers }: FastifyRequest, { keyedHash, postmarkWebhookPassword }: Deps): void {
  const expected = `Basic ${Buffer.from(`postmark:${postmarkWebhookPassword}`).toString('base64')}`;
  const [given, wanted] = [headers.authorization ?? '', expected].map((text) =>
    Buffer.from(keyedHash('postmark-webhook', text)),
  );
  const isRight = given && wanted && timingSafeEqual(given, wanted);
  if (postmarkWebhookPassword === undefined || !isRight) throw new AppError('not_found');
}

async function readBounded(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxEventBytes) throw new AppError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    throw new AppError('malformed_request');
  }
}
