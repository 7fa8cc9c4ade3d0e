/**
 * Redraws an element and keeps the focus and the text that is being typed. Controls are found again by their `name`
 * or accessible label.
 * @param {HTMLElement} root
 * @param {() => void} redraw
 */
export function keepFocus(root, redraw) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && root.contains(active) ? active : null;
  redraw();
  if (!held || root.contains(held)) return;
  const attribute = held.hasAttribute('name') ? 'name' : 'aria-label';
  const value = held.getAttribute(attribute);
  if (!value) return;
  const again = root.querySelector(`${held.tagName}[${attribute}="${CSS.escape(value)}"]`);
  if (!(again instanceof HTMLElement)) return;
  if (again instanceof HTMLInputElement && held instanceof HTMLInputElement) again.value = held.value;
  again.focus({ preventScroll: true });
}
