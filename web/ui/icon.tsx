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
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  cone: 'M12 3c3.8 2 5.8 5.3 5.8 9 0 4-2.2 7-5.8 9-3.6-2-5.8-5-5.8-9 0-3.7 2-7 5.8-9zM6.5 10c2 .2 4 1.2 5.5 3 1.5-1.8 3.5-2.8 5.5-3M7.5 15.5c1.7 0 3.3.9 4.5 2.3 1.2-1.4 2.8-2.3 4.5-2.3',
  list: 'M4 6h16M4 12h16M4 18h10',
  pencil: 'm4.5 19.5 1-4L16 5l3 3L8.5 18.5z',
  logout: 'M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  card: 'M3.5 6h17v12h-17zM3.5 10h17',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  check: 'm4.5 12.5 5 5 10-11',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
};

/** Decorative: always next to a text or in a labeled button. */
export function Icon({ name, size = 24 }: { name: keyof typeof paths; size?: number }) {
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
      <path d={paths[name]} />
    </svg>
  );
}
