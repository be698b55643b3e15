import { useRef } from 'react';
import { toast } from '#web/ui/toast.tsx';

/** How to get everything back, with the command to copy. */
export function RestoreHelp({ file }: { file: string }) {
  const command = useRef<HTMLPreElement>(null);
  const text = `npm run restore -- ${/\s/.test(file) ? `"${file}"` : file}`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: 'The command is copied.' });
    } catch {
      // Not on a secure connection, or not allowed.
      if (command.current) getSelection()?.selectAllChildren(command.current);
      toast({ text: 'The command is selected. Copy it from there.' });
    }
  }
  return (
    <section aria-labelledby="restore-heading">
      <h2 className="admin-section" id="restore-heading">
        Restore
      </h2>
      <p className="backups-text">
        A backup is restored into an empty shop: a new DATA_DIR, or an empty database. The shop you have stays as it is.
        Run this on the machine of the new shop, before its first start:
      </p>
      <div className="backups-command">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard when it is wider than the screen */}
        <section tabIndex={0} aria-label="Restore command">
          <pre ref={command}>{text}</pre>
        </section>
        <button className="button" type="button" onClick={() => void copy()}>
          Copy
        </button>
      </div>
      <p className="backups-text">
        Two-step logins also need the key of this shop (SECRETS_KEY, or the file secrets.key in DATA_DIR), which is not
        in the backup. Never run the restored shop next to this one with the same Square keys: it would refund what this
        one sells.
      </p>
    </section>
  );
}
