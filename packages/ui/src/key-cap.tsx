/** A key of the keyboard. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-canvas px-1 font-sans text-xs text-ink-2">
      {children}
    </kbd>
  );
}
