import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The settings of a unit file; a repeated one is joined with spaces. */
function readUnit(name: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of readFileSync(`deploy/${name}`, 'utf8').split('\n')) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key) settings[key] = key in settings ? `${settings[key]} ${value}` : value;
  }
  return settings;
}

const services = ['heron-slough-ranch.service', 'heron-slough-ranch-backup.service'];

test.each(services)('%s runs without privileges, and its files are for its user only', (name) => {
  expect(readUnit(name)).toMatchObject({
    User: 'farm',
    UMask: '0077',
    StateDirectoryMode: '0700',
    CapabilityBoundingSet: '',
    AmbientCapabilities: '',
    NoNewPrivileges: 'true',
    ProtectSystem: 'strict',
    ProtectHome: 'true',
    ProtectKernelTunables: 'true',
    ProtectKernelModules: 'true',
    ProtectControlGroups: 'true',
    PrivateTmp: 'true',
    PrivateDevices: 'true',
    RestrictNamespaces: 'true',
    RestrictSUIDSGID: 'true',
    RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
    SystemCallArchitectures: 'native',
    SystemCallFilter: '@system-service ~@privileged',
  });
});

test.each(services)('%s writes only to folders that systemd creates for it', (name) => {
  const { StateDirectory = '', Environment = '', ExecStart = '' } = readUnit(name);
  const created = StateDirectory.split(' ').map((folder) => `/var/lib/${folder}`);
  const used = `${Environment} ${ExecStart}`.match(/\/var\/[\w/-]+/g) ?? [];

  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((path) => !created.includes(path))).toEqual([]);
});

test('the timer starts the backup every day', () => {
  expect(readUnit('heron-slough-ranch-backup.timer')).toMatchObject({ OnCalendar: 'daily', Persistent: 'true' });
});

test('no program may take all the memory of the machine, and compose has the same limit as the unit', () => {
  const [shop, backup] = services.map((name) => readUnit(name).MemoryMax);
  const compose = /^ {4}mem_limit: (.+)$/m.exec(readFileSync('deploy/compose.yaml', 'utf8'))?.[1];

  expect({ shop, backup, compose }).toEqual({ shop: '2G', backup: '1G', compose: '2g' });
});
