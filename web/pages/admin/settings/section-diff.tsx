import { VersionDiff } from '#web/ui/version-diff.tsx';
import { pictureUrl } from './picture-url.ts';
import type { Change } from './setting-changes.ts';

/** What changed in a section: texts word by word, and pictures as pictures. */
export function SectionDiff({ changes }: { changes: Change[] }) {
  return (
    <VersionDiff
      changes={changes.map(({ label, before, after, picture }) =>
        picture ? { label, before: thumbnail(before), after: thumbnail(after) } : { label, before, after },
      )}
    />
  );
}

/** One that was removed from the library shows its name. */
const thumbnail = (name: string) => name && <img src={pictureUrl(name)} alt={name} width="120" height="80" />;
