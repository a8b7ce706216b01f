/** Types that a browser runs, or may run, when it opens them: markup, scripts and containers of them. */
const activeTypes = [
  /^(text|application)\/(x?html|xhtml\+xml|xml|xsl|xslt|xml-dtd|xml-external-parsed-entity)$/,
  /\+xml$/, // SVG, XHTML, RSS, MathML
  /^(text|application)\/(x-)?(javascript|ecmascript|jscript|livescript)(1\.[0-5])?$/,
  /^(text|application)\/(x-)?(vbscript|typescript|jsx)$/,
  /^application\/(wasm|x-shockwave-flash|x-mimearchive)$/,
  /^message\//,
  /^multipart\//, // x-mixed-replace and MHTML carry pages
];

/**
 * Whether a file of this MIME type could act in the name of the address that serves it. Such files are stored as
 * attachments, so that a browser saves them and never opens them (contract, section 9).
 *
 * @param contentType - without parameters; letter case does not matter.
 */
export function isActiveContent(contentType: string): boolean {
  const type = contentType.trim().toLowerCase();
  return activeTypes.some((active) => active.test(type));
}
