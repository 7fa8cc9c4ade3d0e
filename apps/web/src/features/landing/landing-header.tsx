import { Brand } from '../../ui/brand-mark.tsx';
import { buttonClass } from '../../ui/button.tsx';

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/90 backdrop-blur-sm">
      <div className="mx-auto flex h-14 w-full max-w-[1120px] items-center justify-between gap-3 px-4 md:px-8">
        <Brand />
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <a href="#pricing" className={`${buttonClass({ variant: 'quiet' })} max-sm:hidden`}>
            Pricing
          </a>
          <a href="/login" className={buttonClass({ variant: 'quiet' })}>
            Login
          </a>
          <a href="/login?mode=register" className={buttonClass({ variant: 'primary' })}>
            Start free
          </a>
        </nav>
      </div>
    </header>
  );
}
