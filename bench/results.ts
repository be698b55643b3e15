// bench/RESULTS.md: each benchmark replaces its own section and leaves the others alone.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const FILE = 'bench/RESULTS.md';

export function writeSection(title: string, text: string): void {
  const others = readFileSync(FILE, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .filter((section) => !section.startsWith(`## ${title}\n`));
  const sections = [...others, `## ${title}\n\n${text.trim()}\n`].map((section) => section.trim());
  writeFileSync(FILE, `# Benchmark results\n\n${sections.sort((a, b) => (a < b ? -1 : 1)).join('\n\n')}\n`);
}

/** Date, commit and machine. */
export function circumstances(command: string): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.arch}, Node ${process.versions.node}`;
  return `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}.`;
}
