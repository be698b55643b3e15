// Pictures on their way to the server: chosen, dropped or pasted. A note stands in the text where each will be, and
// moves with it while somebody goes on writing.
import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { hasText } from './pasted-html.ts';

/** Stores a picture and answers with its address. */
export type SavePicture = (file: File) => Promise<string>;

type Step = { begins: object; at: number } | { ends: object };
const uploads = new PluginKey<DecorationSet>('uploads');

export const isUploading = (editor: Editor): boolean => (uploads.getState(editor.state)?.find().length ?? 0) > 0;

export type Upload = (files: File[], at?: number) => void;

export const PictureUploads = Extension.create<{ upload: Upload }>({
  name: 'pictureUploads',
  addOptions: () => ({ upload: () => {} }),
  addProseMirrorPlugins() {
    const { upload } = this.options;
    return [
      new Plugin({
        key: uploads,
        state: { init: () => DecorationSet.empty, apply: (tr, notes) => stepped(tr, notes.map(tr.mapping, tr.doc)) },
        props: {
          decorations: (state) => uploads.getState(state),
          handlePaste(_, { clipboardData }) {
            const files = [...(clipboardData?.files ?? [])];
            if (files.length === 0 || hasText(clipboardData?.getData('text/html') ?? '')) return false;
            upload(files);
            return true;
          },
          handleDrop(view, { dataTransfer, clientX, clientY }, _slice, moved) {
            const files = [...(dataTransfer?.files ?? [])];
            if (moved || files.length === 0) return false;
            upload(files, view.posAtCoords({ left: clientX, top: clientY })?.pos);
            return true;
          },
        },
      }),
    ];
  },
});

/** One after the other, so that they stand in the order in which they came. */
export async function uploadPictures(editor: Editor, save: SavePicture, files: File[], at: number): Promise<void> {
  let place: number | undefined = at;
  for (const file of files) {
    if (place === undefined || editor.isDestroyed) return;
    place = await uploadPicture(editor, save, file, place);
  }
}

/** Answers with the place behind the picture, or nothing where the writer has taken its note out meanwhile. */
async function uploadPicture(editor: Editor, keep: SavePicture, file: File, at: number): Promise<number | undefined> {
  const upload = {};
  const step = (tr: Transaction, now: Step) => tr.setMeta(uploads, now);
  editor.view.dispatch(step(editor.state.tr, { begins: upload, at }));
  const cursor = editor.state.selection;
  try {
    const src = await keep(file);
    const place = editor.isDestroyed ? undefined : placeOf(editor, upload);
    return place === undefined ? undefined : insert(editor, src, place, editor.state.selection.eq(cursor));
  } finally {
    if (!editor.isDestroyed) editor.view.dispatch(step(editor.state.tr, { ends: upload }));
  }
}

/** There is always a line behind a picture to go on in. The cursor comes along unless somebody writes elsewhere. */
function insert(editor: Editor, src: string, place: number, follow: boolean): number | undefined {
  const { tr, schema } = editor.state;
  const picture = schema.nodes.picture?.create({ src });
  const paragraph = schema.nodes.paragraph?.create();
  if (!picture || !paragraph) return undefined;
  tr.replaceRangeWith(place, place, picture);
  let behind = 0;
  tr.doc.descendants((node, at) => {
    if (node === picture) behind = at + node.nodeSize;
  });
  if (behind === tr.doc.content.size) tr.insert(behind, paragraph);
  if (follow) tr.setSelection(Selection.near(tr.doc.resolve(behind))).scrollIntoView();
  editor.view.dispatch(tr);
  return behind;
}

function placeOf(editor: Editor, upload: object): number | undefined {
  return uploads.getState(editor.state)?.find(undefined, undefined, (spec) => spec.upload === upload)[0]?.from;
}

function stepped(tr: Transaction, notes: DecorationSet): DecorationSet {
  const step: Step | undefined = tr.getMeta(uploads);
  if (!step) return notes;
  if ('begins' in step) return notes.add(tr.doc, [Decoration.widget(step.at, note, { upload: step.begins })]);
  return notes.remove(notes.find(undefined, undefined, (spec) => spec.upload === step.ends));
}

function note(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'editor-uploading';
  element.textContent = 'Uploading picture...';
  return element;
}
