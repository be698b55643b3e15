// Icons of the back office only, so that visitors don't download them.
import { IconPath } from '#web/ui/icon.tsx';

const paths = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  cone: 'M12 3c3.8 2 5.8 5.3 5.8 9 0 4-2.2 7-5.8 9-3.6-2-5.8-5-5.8-9 0-3.7 2-7 5.8-9zM6.5 10c2 .2 4 1.2 5.5 3 1.5-1.8 3.5-2.8 5.5-3M7.5 15.5c1.7 0 3.3.9 4.5 2.3 1.2-1.4 2.8-2.3 4.5-2.3',
  list: 'M4 6h16M4 12h16M4 18h10',
  pencil: 'm4.5 19.5 1-4L16 5l3 3L8.5 18.5z',
  gear: 'M10.3 3.5h3.4l.5 2.4 1.6.9 2.3-.8 1.7 2.9-1.8 1.6v3l1.8 1.6-1.7 2.9-2.3-.8-1.6.9-.5 2.4h-3.4l-.5-2.4-1.6-.9-2.3.8-1.7-2.9 1.8-1.6v-3L4.2 8.9 5.9 6l2.3.8 1.6-.9zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.7a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2 1-1.2 1.8v.2M12 16.7v.1',
  logout: 'M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
};

export const AdminIcon = ({ name }: { name: keyof typeof paths }) => <IconPath path={paths[name]} size={20} />;
