import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** A page of the local stand-ins for outside services. `standIn` says which service it replaces. */
export function page(title: string, standIn: string, body: Markup | Promise<Markup>): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} (local)</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/sign-in.css">
</head>
<body>
  <main>
    <h1>${title}</h1>
    <p class="stand-in">${standIn}</p>
    ${body}
  </main>
</body>
</html>
`.toString()
}
