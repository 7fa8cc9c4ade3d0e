import { AppError, type ErrorCode } from '@picksync/contracts';
import { isDatabaseUnavailable, isUserGone } from '@picksync/db';

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
};

/** Returns the coded error for whatever was thrown. The only place where failures get a code, and with it a status. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown };
  const known = fastifyCodes[String(code)];
  if (known) return new AppError(known, { cause: error });
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error });
  // The account was deleted during this request: its session is over as well.
  if (isUserGone(error)) return new AppError('unauthenticated', { cause: error });
  // Fastify's own errors, such as invalid JSON or a header that is too long.
  const refused = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return new AppError(refused ? 'malformed_request' : 'internal', { cause: error });
}
