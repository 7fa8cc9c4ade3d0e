import type { Parts } from '../../parts.ts';
import { columnsRoutes } from '../columns/columns.routes.ts';
import { tokenRoutes } from '../oauth/token.routes.ts';
import { rowsRoutes } from '../rows/rows.routes.ts';
import { sheetsRoutes } from '../sheets/sheets.routes.ts';
import { usersRoutes } from '../users/users.routes.ts';
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts';
import type { Serve } from './serve.ts';

/** Every operation of the API, noun by noun. */
export function serveOperations(serve: Serve, parts: Parts): void {
  tokenRoutes(serve, parts);
  usersRoutes(serve);
  sheetsRoutes(serve, parts);
  columnsRoutes(serve, parts);
  rowsRoutes(serve, parts);
  webhooksRoutes(serve, parts);
}
