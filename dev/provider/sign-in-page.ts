import { html } from 'hono/html'
import { page } from './page.ts'
import { NAME_MAX, type SignInAccount } from './people.ts'

export type SignInPage = { people: SignInAccount[]; typed?: string; error?: string }

const STAND_IN = 'Local sign-in. In production this is Google.'

/** The page on which a developer picks a person, types a new name, or cancels. */
export function signInPage({ people, typed, error }: SignInPage): string {
  const invalid = error && typed !== undefined ? html`aria-invalid="true" aria-describedby="problem"` : ''
  return page(
    'Sign in to Croquis',
    STAND_IN,
    html`${error ? html`<p id="problem" class="problem" role="alert">${error}</p>` : ''}
    <p>Pick a person, or <a href="#new">sign in as someone new</a>.</p>
    <form method="post" aria-label="People">
      <ul class="people">
        ${people.map(({ sub, name }) => html`<li><button name="sub" value="${sub}"><bdi>${name}</bdi></button></li>`)}
      </ul>
    </form>
    <section id="new" aria-labelledby="new-title">
      <h2 id="new-title">Or sign in as someone new</h2>
      <form method="post" class="new">
        <label for="name">Name</label>
        <div class="entry">
          <input id="name" name="name" value="${typed ?? ''}" maxlength="${NAME_MAX}" required autocomplete="off"
            ${invalid}>
          <button class="primary">Continue</button>
        </div>
      </form>
    </section>
    <form method="post" class="cancel"><button name="cancel" value="yes">Cancel</button></form>`,
  )
}

export function errorPage(message: string, siteUrl: string): string {
  return page(
    'Sign-in stopped',
    STAND_IN,
    html`<p>${message}</p>
    <p><a href="${siteUrl}">Back to Croquis</a></p>`,
  )
}
