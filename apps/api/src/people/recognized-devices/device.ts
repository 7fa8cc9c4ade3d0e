import Bowser from 'bowser';

export type Device = { device: string; isMobile: boolean };

const systems: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/** Returns the name of a session's browser for users: `Chrome on Windows`, `Safari on iPhone`. */
export function toDevice(userAgent: string | null): Device {
  if (!userAgent) return { device: 'Unknown browser', isMobile: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isMobile = platform.type === 'mobile' || platform.type === 'tablet';
  const system = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name;
  // The parser returns an empty name for unknown browsers.
  const name = browser.name || 'Unknown browser';
  return { device: system ? `${name} on ${systems[system] ?? system}` : name, isMobile };
}
