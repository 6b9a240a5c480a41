import { nameLimit, type Person } from './people.ts'

export type SignInPage = { people: Person[]; typed?: string; error?: string }

/** Writes the page on which one picks a person, types a new name, or cancels. */
export function signInPage({ people, typed, error }: SignInPage): string {
  const rows = people.map(
    ({ sub, name }) => `<li><button name="sub" value="${escaped(sub)}"><bdi>${escaped(name)}</bdi></button></li>`,
  )
  const problem = error ? `<p id="problem" class="problem" role="alert">${escaped(error)}</p>` : ''
  const invalid = error && typed !== undefined ? 'aria-invalid="true" aria-describedby="problem"' : ''
  return page(
    'Sign in to Croquis',
    `${problem}
    <p>Pick a person, or <a href="#new">sign in as someone new</a>.</p>
    <form method="post" aria-label="People">
      <ul class="people">
        ${rows.join('\n        ')}
      </ul>
    </form>
    <section id="new" aria-labelledby="new-title">
      <h2 id="new-title">Or sign in as someone new</h2>
      <form method="post" class="new">
        <label for="name">Name</label>
        <div class="entry">
          <input id="name" name="name" value="${escaped(typed ?? '')}" maxlength="${nameLimit}" required autocomplete="off"
            ${invalid}>
          <button class="primary">Continue</button>
        </div>
      </form>
    </section>
    <form method="post" class="cancel"><button name="cancel" value="yes">Cancel</button></form>`,
  )
}

/** Writes the page that says why there is nothing to sign in to. */
export function errorPage(message: string, home: string): string {
  return page(
    'Sign-in stopped',
    `<p>${escaped(message)}</p>\n    <p><a href="${escaped(home)}">Back to Croquis</a></p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
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
    <p class="stand-in">Local sign-in. In production this is Google.</p>
    ${body}
  </main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
