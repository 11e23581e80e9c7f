/** The dashboard's few icons, drawn as lines in the colour of their text. They accompany words or have a label. */

const paths = {
  now: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  leads: 'M4 6h16M4 12h16M4 18h10',
  reports: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  returns: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2',
  ledger: 'M5 4h14v16H5zM9 4v16M12.5 9h4M12.5 13h4',
  statements: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  attention: 'M12 4 2.8 19.5h18.4L12 4ZM12 10.5v4M12 17.2v.1',
  webhooks: 'M9 15l6-6M10.5 6.5 12 5a4.9 4.9 0 0 1 7 7l-1.5 1.5M13.5 17.5 12 19a4.9 4.9 0 0 1-7-7l1.5-1.5',
  queues: 'M4 5h16v4H4zM4 11h16v4H4zM7 19h10',
  campaigns: 'M4 10v4h3l8 5V5L7 10H4ZM18.5 9a4.5 4.5 0 0 1 0 6',
  suppliers: 'M3 12h11M10 8l4 4-4 4M15 5h5v14h-5',
  buyers: 'M3 20V9l9-5 9 5v11M8 20v-7h8v7',
  'what-if': 'M6 4v6a4 4 0 0 0 4 4h8M14 10l4 4-4 4M6 10v10',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
  audit: 'M6 3h9l4 4v14H6zM9.5 12h6M9.5 16h6M14.5 3v5H19',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  done: 'M5 12.5 10 17.5 19.5 7',
  show: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  light:
    'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
} as const;

export type IconName = keyof typeof paths;

/** An icon of the size of its text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
