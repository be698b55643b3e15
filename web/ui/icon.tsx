const paths = {
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  search: 'M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M15.5 15.5l5 5',
  account: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4.5 20.5c.8-4.2 3.7-6.3 7.5-6.3s6.7 2.1 7.5 6.3',
  sack: 'M8.2 4.2c2.4 1.2 5.2 1.2 7.6 0M9 4.5l1 3M15 4.5l-1 3M8.6 7.6h6.8M9.3 7.6C5.8 10.4 4.6 13 4.6 16.2c0 2.9 1.6 4.6 4.2 4.6h6.4c2.6 0 4.2-1.7 4.2-4.6 0-3.2-1.2-5.8-4.7-8.6',
  arrow: 'M4 12h15M13.5 6.5 19 12l-5.5 5.5',
  back: 'm14.5 5-7 7 7 7',
  forward: 'm9.5 5 7 7-7 7',
  down: 'm5 9 7 7 7-7',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5l11 7-11 7z',
  card: 'M3.5 6h17v12h-17zM3.5 10h17',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  check: 'm4.5 12.5 5 5 10-11',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
};

/** Decorative: always next to a text or in a labeled button. */
export const Icon = ({ name, size }: { name: keyof typeof paths; size?: number }) => (
  <IconPath path={paths[name]} {...(size && { size })} />
);

export function IconPath({ path, size = 24 }: { path: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
