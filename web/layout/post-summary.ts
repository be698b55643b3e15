// The specification's post has no day or excerpt, so both are derived when missing.
import type { Post } from '#contracts/blog.ts';
import { formatDay } from '#contracts/dates.ts';

type PostSummary = Pick<Post, 'content' | 'created_at'> & Partial<Pick<Post, 'day' | 'excerpt'>>;

const EXCERPT_LENGTH = 150;

export const formatPostDay = ({ day, created_at }: PostSummary): string => formatDay(day ?? created_at.slice(0, 10));

export const postExcerpt = ({ excerpt, content }: PostSummary): string =>
  excerpt ??
  content
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH);
