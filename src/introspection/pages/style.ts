/** The stylesheet of pages outside of the documentation: the page for unknown URLs, and those shown during a build. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fffefc, #1b1a18); --line: light-dark(#e6e2d9, #3b3833);
  --text: light-dark(#1e1c19, #ece9e2); --quiet: light-dark(#57524a, #b5afa4); --link: light-dark(#2f46c4, #93a3ff);
}
body { margin: 0; font: 16px/1.6 Inter, system-ui, sans-serif; background: var(--page); color: var(--text); }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem; }
h1 { font: 500 1.9rem/1.25 Newsreader, 'Iowan Old Style', Georgia, serif; margin: 0 0 1rem; }
p { margin: .5rem 0 1rem; } .quiet { color: var(--quiet); }
a { color: var(--link); } a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: .88em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere;
  background: color-mix(in srgb, var(--line) 45%, transparent); border-radius: 3px; padding: .1em .3em; }
@media (max-width: 52rem) { main { padding: 1.5rem 1.25rem 4rem; } }
`;
