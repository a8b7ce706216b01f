/** What is shown until the dashboard is built; it loads itself again. */
export const waitingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley is being built</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>The dashboard is being built</h1>
<p>This page loads again by itself. It takes a few seconds after the first <code>npm run dev</code>; the API answers already.</p>
<p>If it stays like this, the build failed: look at what the service printed, or run <code>npm run build</code>.</p>
</main>
</body>
</html>
`;
