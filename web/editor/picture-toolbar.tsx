import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { Field } from '#web/ui/field.tsx';

type SelectedPicture = { picture: Node; at: number };

/** The selected picture, or the one right before the line the cursor is at the start of. */
export function selectedPicture({ state: { selection, doc } }: Editor): SelectedPicture | undefined {
  const { $from, empty } = selection;
  const lineStart = empty && $from.parent.isTextblock && $from.parentOffset === 0 ? $from.before() : 0;
  const picture = selection instanceof NodeSelection ? selection.node : doc.resolve(lineStart).nodeBefore;
  if (picture?.type.name !== 'picture') return undefined;
  return { picture, at: selection instanceof NodeSelection ? selection.from : lineStart - picture.nodeSize };
}

/** Edits the picture's alt text or removes it. */
export function PictureToolbar({ editor, picture, at }: SelectedPicture & { editor: Editor }) {
  const setAlt = (alt: string) => editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'alt', alt));
  const remove = () => {
    editor.view.dispatch(editor.state.tr.delete(at, at + picture.nodeSize));
    editor.view.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div className="editor-panel" role="group" aria-label="Picture">
      <Field
        label="Description"
        help="For people who can't see the picture"
        autoComplete="off"
        value={String(picture.attrs.alt)}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          editor.view.focus();
        }}
      />
      <button className="button button-danger" type="button" onClick={remove}>
        Remove picture
      </button>
    </div>
  );
}
