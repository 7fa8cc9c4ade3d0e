import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { type Incoming, serve } from '../../http/serve.ts';
import { confirmAddress, readReport, reportUndeliverable } from './mail-address.ts';

const { mailAddress } = endpoints;

/** An event with the headers of the mail that came back. */
const maxEventBytes = 256 * 1024;

export function mailAddressRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(mailAddress.confirm)(({ caller }) => confirmAddress(context, caller));

  const readBody = async ({ request, stream }: Incoming): Promise<Buffer> => {
    assertPostmark(context, request);
    return readBounded(stream);
  };
  route(mailAddress.postmark, { readBody })(async ({ rawBody, request }) => {
    assertPostmark(context, request);
    const report = readReport(parseJson(rawBody), context.now());
    if (report) await reportUndeliverable(context, report);
    return { received: true };
  });
}

/** Throws `not_found` unless the request has the name and the password that were entered at Postmark. */
function assertPostmark(context: Context, { headers }: FastifyRequest): void {
  const expected = `Basic ${Buffer.from(`postmark:${context.settings.postmarkWebhookPassword}`).toString('base64')}`;
  const [given, wanted] = [headers.authorization ?? '', expected].map((text) =>
    Buffer.from(context.keyedHash('postmark-webhook', text)),
  );
  const isRight = given && wanted && timingSafeEqual(given, wanted);
  if (context.settings.postmarkWebhookPassword === undefined || !isRight) throw new AppError('not_found');
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

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    throw new AppError('malformed_request');
  }
}
