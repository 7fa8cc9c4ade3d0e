/** The product's sign: a list whose last line is a dropdown. It grows with the letters beside it. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 22 22"
      fill="none"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="20" height="20" rx="6" fill="var(--accent)" />
      <path d="M6 7.5h10M6 11h6.5" stroke="var(--accent-ink)" strokeWidth="1.8" strokeLinecap="round" />
      <path
        d="m13 13.5 2 2 2-2"
        stroke="var(--accent-ink)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-[0.9375rem] font-bold tracking-[-0.01em]">
      <BrandMark />
      Picksync
    </span>
  );
}
