/** The one stylesheet of the pages, in the colours of the dashboard; served as a file, since the pages allow no styles inside them. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fffefc, #1b1a18); --panel: light-dark(#f8f6f2, #242320); --side: light-dark(#f4f2ed, #121110);
  --text: light-dark(#1e1c19, #ece9e2); --quiet: light-dark(#57524a, #b5afa4); --line: light-dark(#e6e2d9, #3b3833);
  --link: light-dark(#2f46c4, #93a3ff); --mark: light-dark(#e9ecfb, #252a48);
  --get: light-dark(#1f6a43, #74cf9d); --post: light-dark(#2f46c4, #93a3ff); --change: light-dark(#835400, #ecb95e);
  --delete: light-dark(#b0261c, #ff8f84);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.6 Inter, system-ui, sans-serif; background: var(--page); color: var(--text);
  display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); } a:hover { text-decoration-thickness: 2px; }
nav a, h2 a, h3 a, h4 a { text-decoration: none; } nav a:hover, h2 a:hover, h3 a:hover, h4 a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible, pre:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; border-right: 1px solid var(--line);
  font-size: .925rem; background: var(--side); }
nav input { width: 100%; margin-bottom: .75rem; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 8px; font: inherit;
  background: var(--page); color: inherit; }
.found { padding: 0; list-style: none; } .found li { margin: 0 0 1rem; } .found p { margin: .15rem 0 0; }
nav strong { display: block; font-size: 1.1rem; margin-bottom: .75rem; }
nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--quiet); margin: 1.25rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: .15rem 0; color: inherit; }
nav a[aria-current] { color: var(--link); font-weight: 600; }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem; min-width: 0; }
h1 { font: 500 1.9rem/1.25 Newsreader, 'Iowan Old Style', Georgia, serif; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 3rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h4 { font-size: .95rem; margin: 1.25rem 0 .25rem; }
h2 a, h3 a, h4 a { color: inherit; } p { margin: .5rem 0 1rem; } .quiet { color: var(--quiet); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .88em; }
code { background: color-mix(in srgb, var(--line) 45%, transparent); border-radius: 3px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; line-height: 1.45; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); } th, td { overflow-wrap: anywhere; } td:first-child { min-width: 7rem; }
section.operation, section.error, section.form { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 1rem 1.25rem; margin: 1rem 0; }
section.operation > h3, section.error > h2, section.form > h3 { margin: 0 0 .35rem; border: 0; padding: 0; font-size: 1.05rem;
  overflow-wrap: anywhere; }
section:target { background: var(--mark); }
.method { font-weight: 700; font-size: .85em; margin-right: .4rem; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--change); } .delete { color: var(--delete); }
main img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--quiet); }
.needed { color: var(--delete); font-size: .85em; }
@media (max-width: 52rem) {
  body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1.25rem 4rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;
