import { AppError, type ErrorCode, fieldErrors } from '@picksync/contracts';
import { isDatabaseUnavailable } from '@picksync/db';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
};

/** Returns the coded error for whatever was thrown. The only place where failures get a code, and with it a status. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error);
  const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown };
  const known = fastifyCodes[String(code)];
  if (known) return new AppError(known, { cause: error });
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error });
  // Fastify's own errors, such as invalid JSON or a header that is too long.
  const refused = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return new AppError(refused ? 'malformed_request' : 'internal', { cause: error });
}

type Invalid = {
  validationContext?: string | undefined;
  validation: { instancePath: string; keyword: string; message?: string | undefined; params: object }[];
};

function invalid({ validation, validationContext }: Invalid): AppError {
  // A malformed id belongs to nothing.
  if (validationContext === 'params') return new AppError('not_found');
  const errors = fieldErrors(
    validation.map(({ instancePath, keyword, message, params }) => ({
      path: instancePath.split('/').filter(Boolean),
      code: keyword,
      message: message ?? 'Invalid',
      ...params,
    })),
  );
  return new AppError('validation_failed', { errors });
}
