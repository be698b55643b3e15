/** A picture from content/pictures; the value is its file name under /pictures/. */
declare module '*.jpg?picture' {
  const name: string;
  export default name;
}
