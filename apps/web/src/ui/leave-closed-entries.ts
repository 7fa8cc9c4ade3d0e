/**
 * Goes back over what was open above the page before it was loaded again: nothing of it is open any more, and Back would lead
 * nowhere there.
 */
export async function leaveClosedEntries(): Promise<void> {
  const above = window.history.state?.above;
  if (!above) return;
  await new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    // Going back within a page takes a moment, never that long.
    setTimeout(resolve, 1000);
    window.history.go(-above);
  });
}
