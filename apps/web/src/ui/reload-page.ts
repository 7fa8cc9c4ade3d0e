/**
 * Reloads the page after code of it could not be loaded again: the browser may keep the failure until then, and the files of
 * an earlier version no longer exist. Does nothing without a network, where a reload would leave nothing at all.
 */
export function reloadPage(): void {
  if (navigator.onLine) window.location.reload();
}
