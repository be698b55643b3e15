import { chooseTheme, useTheme } from './admin-theme.ts';

const MOON = 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z';

export function ThemeSwitch() {
  const isDark = useTheme() === 'dark';
  return (
    <button
      className="icon-button theme-switch"
      type="button"
      aria-label="Dark mode"
      title="Dark mode"
      aria-pressed={isDark}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill={isDark ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={MOON} />
      </svg>
    </button>
  );
}
