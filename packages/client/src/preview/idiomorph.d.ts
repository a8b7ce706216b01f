/** The part of idiomorph that this package uses. The build inlines the library. */
declare module 'idiomorph' {
  export const Idiomorph: {
    morph(
      from: Element,
      to: Element,
      options: { morphStyle: 'outerHTML' | 'innerHTML'; restoreFocus: boolean },
    ): unknown;
  };
}
