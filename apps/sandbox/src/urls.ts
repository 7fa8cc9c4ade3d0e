import type { Config } from './config.ts';

/** Returns the sandbox's address as a browser reaches it. */
export function browserUrl({ SANDBOX_URL, PORT }: Pick<Config, 'SANDBOX_URL' | 'PORT'>): string {
  return SANDBOX_URL ?? `http://localhost:${PORT}`;
}

/** Returns the sandbox's address as the app calls it, where that is known. */
export function apiUrl(config: Config): string {
  return config.HOST === '0.0.0.0' ? browserUrl(config) : `http://${config.HOST}:${config.PORT}`;
}

/** Returns an address with further parameters. */
export function withParams(url: string, params: Record<string, string>): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(params)) result.searchParams.set(name, value);
  return result.href;
}
