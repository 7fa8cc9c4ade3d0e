const shown = 10;

/** Returns the files that took longest, a line each, the slowest first; nothing when no file was run. */
export function slowestFiles(files) {
  if (files.length === 0) return '';
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown);
  const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
  return ['Slowest test files', ...lines].join('\n');
}
