import { healthRoutes } from './health/health.routes.ts';
import { mailPreviewRoutes } from './mail-previews/mail-previews.routes.ts';
import { openapiRoutes } from './openapi/openapi.routes.ts';

/** What an operator or a developer asks the process for. */
export const systemRoutes = [healthRoutes, openapiRoutes, mailPreviewRoutes];
