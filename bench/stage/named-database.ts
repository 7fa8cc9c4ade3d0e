/** Returns the URL of a database under which every connection has this name, whatever the process calls it. */
export function withApplicationName(database: string, name: string): string {
  const url = new URL(database);
  url.searchParams.set('application_name', name);
  return url.href;
}

/** Returns the names of a worker's connections: those that were given to it, and its locks, which name themselves. */
export function workerApplications(name: string): string[] {
  return [name, 'picksync-locks'];
}
