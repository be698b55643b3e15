// Uploads chosen, dropped or pasted pictures. A placeholder marks each one's position and moves along while
// the author keeps typing.
import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { hasText } from './pasted-html.ts';

/** Uploads a picture and resolves to its URL. */
export type SavePicture = (file: File) => Promise<string>;

type UploadAction = { start: object; at: number } | { end: object };
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
        state: { init: () => DecorationSet.empty, apply: (tr, set) => applyAction(tr, set.map(tr.mapping, tr.doc)) },
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

/** One at a time, to keep their order. */
export async function uploadPictures(editor: Editor, save: SavePicture, files: File[], at: number): Promise<void> {
  let position: number | undefined = at;
  for (const file of files) {
    if (position === undefined || editor.isDestroyed) return;
    position = await uploadPicture(editor, save, file, position);
  }
}

/** Resolves to the position after the picture, or undefined if the author deleted the placeholder. */
async function uploadPicture(editor: Editor, save: SavePicture, file: File, at: number): Promise<number | undefined> {
  const upload = {};
  const withAction = (tr: Transaction, action: UploadAction) => tr.setMeta(uploads, action);
  editor.view.dispatch(withAction(editor.state.tr, { start: upload, at }));
  const cursor = editor.state.selection;
  try {
    const src = await save(file);
    const position = editor.isDestroyed ? undefined : placeholderPosition(editor, upload);
    const follow = editor.isDestroyed || editor.state.selection.eq(cursor);
    return position === undefined ? undefined : insert(editor, { src }, position, follow);
  } finally {
    if (!editor.isDestroyed) editor.view.dispatch(withAction(editor.state.tr, { end: upload }));
  }
}

type PictureAttributes = { src: string; alt?: string };

/** For a picture that is uploaded already. */
export function insertPicture(editor: Editor, picture: PictureAttributes): void {
  insert(editor, picture, editor.state.selection.to, true);
  editor.view.focus();
}

/** Makes sure there is a line after the picture. Moves the cursor along unless the author is typing elsewhere. */
function insert(editor: Editor, attributes: PictureAttributes, position: number, follow: boolean): number | undefined {
  const { tr, schema } = editor.state;
  const picture = schema.nodes.picture?.create(attributes);
  const paragraph = schema.nodes.paragraph?.create();
  if (!picture || !paragraph) return undefined;
  tr.replaceRangeWith(position, position, picture);
  let end = 0;
  tr.doc.descendants((node, at) => {
    if (node === picture) end = at + node.nodeSize;
  });
  if (end === tr.doc.content.size) tr.insert(end, paragraph);
  if (follow) tr.setSelection(Selection.near(tr.doc.resolve(end))).scrollIntoView();
  editor.view.dispatch(tr);
  return end;
}

function placeholderPosition(editor: Editor, upload: object): number | undefined {
  return uploads.getState(editor.state)?.find(undefined, undefined, (spec) => spec.upload === upload)[0]?.from;
}

function applyAction(tr: Transaction, placeholders: DecorationSet): DecorationSet {
  const action: UploadAction | undefined = tr.getMeta(uploads);
  if (!action) return placeholders;
  if ('start' in action)
    return placeholders.add(tr.doc, [Decoration.widget(action.at, createPlaceholder, { upload: action.start })]);
  return placeholders.remove(placeholders.find(undefined, undefined, (spec) => spec.upload === action.end));
}

function createPlaceholder(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'editor-uploading';
  element.textContent = 'Uploading picture...';
  return element;
}
