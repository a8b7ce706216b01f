/** A page that reloads itself, shown until the dashboard or the documentation is built. */
export function buildPendingPage(subject: 'The dashboard' | 'The documentation'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley is being built</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>${subject} is being built</h1>
<p>This page reloads itself. The build takes a few seconds after the first <code>npm run dev</code>. The API responds already.</p>
<p>If nothing happens, the build failed: see the output of the service, or run <code>npm run build</code>.</p>
</main>
</body>
</html>
`;
}
