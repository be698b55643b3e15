// The specification's own post has neither a day nor an excerpt: a page that gets none makes do with the rest.
import type { Post } from '#contracts/blog.ts';
import { formatDay } from '#contracts/dates.ts';

type Told = Pick<Post, 'content' | 'created_at'> & Partial<Pick<Post, 'day' | 'excerpt'>>;

const EXCERPT_LENGTH = 150;

export const formatPostDay = ({ day, created_at }: Told): string => formatDay(day ?? created_at.slice(0, 10));

export const postExcerpt = ({ excerpt, content }: Told): string =>
  excerpt ??
  content
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH);
