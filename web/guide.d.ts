/** The owner's guide as HTML, made by vite.config.ts. */
declare module '*.md?guide' {
  export const sections: { anchor: string; title: string }[];
  export const html: string;
}
