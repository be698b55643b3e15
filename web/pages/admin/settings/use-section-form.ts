import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { checkSetting, type SettingErrors } from '#contracts/setting-fields.ts';
import { sections } from '#contracts/setting-sections.ts';
import type { SavedSection } from '#contracts/settings.ts';
import { type ApiError, toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { toast } from '#web/ui/toast.tsx';
import { mergeDrafts, type Replaced } from './merge-drafts.ts';
import { type DraftGroup, groupDraft, groupValue } from './setting-draft.ts';

export type SectionForm = ReturnType<typeof useSectionForm>;

/** `attempt` tells two failed saves apart that have the same message. */
type Failure = { attempt: number; message: string; errors: SettingErrors };
const noFailure: Failure = { attempt: 0, message: '', errors: {} };
const CHECK_FIELDS = 'Check the marked fields.';

export function useSectionForm(saved: SavedSection) {
  const { section } = saved;
  const field = sections[section];
  const params = { section };
  const queryCache = useQueryCache();
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(() => groupDraft(field, saved.value));
  const [failure, setFailure] = useState(noFailure);
  const attempts = useRef(0);
  const [busy, setBusy] = useState(false);
  const [uploads, setUploads] = useState(0);
  /** Someone else's version, once this person's save was refused. */
  const [theirs, setTheirs] = useState<SavedSection>();
  const [replaced, setReplaced] = useState<Replaced>({});
  /** Until the next save. */
  const [loadedTheirs, setLoadedTheirs] = useState(false);
  const value = groupValue(field, draft);
  const changed = JSON.stringify(value) !== JSON.stringify(groupValue(field, groupDraft(field, base.value)));
  const dirty = changed || uploads > 0;
  return {
    ...{ field, base, draft, setDraft, failure, clearError, busy, uploading: uploads > 0, onUpload, dirty },
    ...{ save, preview, theirs, loadTheirs, loadedTheirs, replaced, restore },
  };

  function clearError(path: string) {
    setFailure(({ errors: { [path]: _, ...errors }, ...rest }) => ({ ...rest, errors }));
  }

  function onUpload(upload: Promise<unknown>) {
    setUploads((count) => count + 1);
    void upload.finally(() => setUploads((count) => count - 1));
  }

  function save(): Promise<boolean> {
    return attempt(async () => {
      const { data } = await mutate('PUT /api/settings/:section', { params, body: { version: base.version, value } });
      // At once: nothing is unsaved any more, so the page may be left.
      flushSync(() => {
        setBase(data);
        // As saved: without stray spaces, and with what the server filled in.
        setDraft((current) => groupDraft(field, data.value, current));
        setReplaced({});
        setLoadedTheirs(false);
      });
      queryCache.update(`/api/settings/${section}`, () => ({ data }));
      queryCache.invalidate(`/api/settings/${section}/`);
      toast({ text: `${field.label} saved. Every page shows it now.` });
    });
  }

  /** Returns the page's path. */
  async function preview(): Promise<string | undefined> {
    let url: string | undefined;
    await attempt(async () => {
      url = (await mutate('POST /api/settings/:section/previews', { params, body: { value } })).data.url;
    });
    return url;
  }

  async function attempt(send: () => Promise<void>): Promise<boolean> {
    if (busy || uploads > 0) return false;
    const { errors } = checkSetting(field, value);
    if (Object.keys(errors).length > 0) {
      fail(CHECK_FIELDS, errors);
      return false;
    }
    setBusy(true);
    setFailure(noFailure);
    try {
      await send();
      return true;
    } catch (error) {
      refuse(toApiError(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  function refuse({ message, errors, status, current }: ApiError) {
    const texts = Object.entries(errors).map(([path, [text = '']]) => [path, text]);
    // The endpoint's contract says what `current` is. The conflict has its own words.
    if (status === 409 && current) setTheirs(current as SavedSection);
    else fail(texts.length > 0 ? CHECK_FIELDS : message, Object.fromEntries(texts));
  }

  function fail(message: string, errors: SettingErrors) {
    attempts.current += 1;
    setFailure({ attempt: attempts.current, message, errors });
  }

  function loadTheirs() {
    if (!theirs) return;
    const drafts = { base: groupDraft(field, base.value), mine: draft, theirs: groupDraft(field, theirs.value) };
    const merged = mergeDrafts(field, drafts);
    setDraft(merged.draft);
    setReplaced(merged.replaced);
    setLoadedTheirs(true);
    setBase(theirs);
    setTheirs(undefined);
    setFailure(noFailure);
  }

  /** Takes back this person's own text of a field that both changed. */
  function restore(path: string) {
    const mine = replaced[path];
    if (mine === undefined) return;
    setDraft((current) => withDraftAt(current, path.split('.'), mine));
    setReplaced(Object.fromEntries(Object.entries(replaced).filter(([each]) => each !== path)));
  }
}

function withDraftAt(draft: DraftGroup, [name = '', ...rest]: string[], value: DraftGroup[string]): DraftGroup {
  return { ...draft, [name]: rest.length === 0 ? value : withDraftAt(Object(draft[name]), rest, value) };
}
