// An older version of the shop, built from its commit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** It uses the packages that are installed here. */
export function buildCommit(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'old-shop-'));
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' });
  return {
    folder,
    remove() {
      git('worktree', 'remove', '--force', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
