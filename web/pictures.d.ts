/** A picture of content/pictures: the name under which the build stored it, below /pictures/. */
declare module '*.jpg?picture' {
  const name: string;
  export default name;
}
