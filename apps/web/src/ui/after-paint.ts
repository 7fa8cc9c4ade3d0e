/** Calls back in a task of its own, after what has been drawn is laid out and painted. A page that nobody sees is not painted. */
export function afterPaint(callback: () => void): void {
  // The frame itself comes before its layout and its painting.
  const go = () => setTimeout(callback);
  if (document.hidden) go();
  else requestAnimationFrame(go);
}
