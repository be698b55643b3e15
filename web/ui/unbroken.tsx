import { splitUnbroken } from '#contracts/unbroken.ts';

/** A text whose phone and lot numbers stay on one line. */
export function Unbroken({ text }: { text: string }) {
  return splitUnbroken(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same number may come twice
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
