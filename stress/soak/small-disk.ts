// Disks that can be filled: a real one in memory, for who may mount one, and a process that may write nothing more.
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from './full-disk.ts';

/** A file system of its own, filled to the last block. */
export function mountSmallDisk(folder: string, megabytes: number): Disk & { unmount(): void } {
  must('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    fill() {
      for (let pages = 1; pages > 0; pages = statfsSync(folder).bfree)
        try {
          writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
        } catch {
          // That was the last of it.
        }
    },
    makeRoom: () => rmSync(filler),
    unmount: () => must('umount', folder),
  };
}

/** The kernel refuses each byte that the shop writes to a file, as a full disk does; a socket is none. */
export const refusedWrites: Disk = {
  fill: ({ process: { pid } }) => must('prlimit', `--pid=${pid}`, '--fsize=0:unlimited'),
  makeRoom: ({ process: { pid } }) => must('prlimit', `--pid=${pid}`, '--fsize=unlimited:unlimited'),
};

function must(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
