// Disks that can be filled: a real tmpfs for those who may mount one, and a process that may not write.
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from './full-disk.ts';

/** A file system of its own, filled to the last block. */
export function mountSmallDisk(folder: string, megabytes: number): Disk & { unmount(): void } {
  runCommand('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    fill() {
      for (let pages = 1; pages > 0; pages = statfsSync(folder).bfree)
        try {
          writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
        } catch {
          // The disk is full.
        }
    },
    makeRoom: () => rmSync(filler),
    unmount: () => runCommand('umount', folder),
  };
}

/** The kernel rejects every file write of the shop, as a full disk would; sockets still work. */
export const blockedWrites: Disk = {
  fill: ({ process: { pid } }) => runCommand('prlimit', `--pid=${pid}`, '--fsize=0:unlimited'),
  makeRoom: ({ process: { pid } }) => runCommand('prlimit', `--pid=${pid}`, '--fsize=unlimited:unlimited'),
};

function runCommand(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
