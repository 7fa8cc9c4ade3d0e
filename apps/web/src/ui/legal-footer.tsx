/** The last line of a page: who runs the installation, and on which terms. */
export function LegalFooter({ links }: { links: readonly (readonly [href: string, name: string])[] }) {
  return (
    <footer className="flex w-full flex-wrap items-center gap-x-5 border-t border-line py-3 text-xs pointer-coarse:py-1 text-ink-2">
      <nav aria-label="Legal" className="flex flex-wrap gap-x-5">
        {links.map(([href, name]) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-6 items-center font-medium hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {name}
          </a>
        ))}
      </nav>
      <span className="md:ms-auto">© {new Date().getFullYear()} Picksync</span>
    </footer>
  );
}
