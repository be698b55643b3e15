import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { Field } from '#web/ui/field.tsx';

type SelectedPicture = { picture: Node; at: number };

/** The picture that is selected, or that stands right before the line in which the cursor begins. */
export function selectedPicture({ state: { selection, doc } }: Editor): SelectedPicture | undefined {
  const { $from, empty } = selection;
  const behind = empty && $from.parent.isTextblock && $from.parentOffset === 0 ? $from.before() : 0;
  const picture = selection instanceof NodeSelection ? selection.node : doc.resolve(behind).nodeBefore;
  if (picture?.type.name !== 'picture') return undefined;
  return { picture, at: selection instanceof NodeSelection ? selection.from : behind - picture.nodeSize };
}

/** Describes the picture at hand, or takes it out. */
export function PictureToolbar({ editor, picture, at }: SelectedPicture & { editor: Editor }) {
  const describe = (alt: string) => editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'alt', alt));
  const remove = () => {
    editor.view.dispatch(editor.state.tr.delete(at, at + picture.nodeSize));
    editor.view.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div className="editor-panel" role="group" aria-label="Picture">
      <Field
        label="Description"
        help="What it shows, for people who cannot see it"
        autoComplete="off"
        value={String(picture.attrs.alt)}
        onChange={({ target }) => describe(target.value)}
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
