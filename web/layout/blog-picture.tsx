import fallback from '../../content/pictures/fallback.jpg?picture';
import { Picture } from '../ui/picture.tsx';

type Props = { name: string; alt: string; sizes: string; eager?: boolean };

/** The picture of a post: its files lie below /blogs/. */
export function BlogPicture(props: Props) {
  return <Picture folder="/blogs/" fallback={`/pictures/${fallback}`} {...props} />;
}
