import { AI_POLICY } from '../../lib/messages/ai-policy.ts'
import { Link } from '../../ui/Link.tsx'
import { TextPage } from './TextPage.tsx'

/** The agreement between members and the site. */
export function TermsPage() {
  return (
    <TextPage title="Terms">
      <p>Croquis is a place to show and talk about drawings. By using it you agree to the following.</p>
      <h2>Your account</h2>
      <ul>
        <li>You are 13 or older. To post mature work you are 18 or older.</li>
        <li>Your account is yours alone. Log out on computers that you share.</li>
      </ul>
      <h2>Your sketches</h2>
      <ul>
        <li>They stay yours. Post only what you drew yourself or may show.</li>
        <li>
          You allow Croquis to store them, to make smaller copies, and to show them here and where a page of Croquis is
          shared or subscribed to. This ends when you delete them.
        </li>
        <li>If you allow others to continue a sketch, it can stay part of what grew from it.</li>
        <li>Say whether a sketch was made with generative AI.</li>
        <li>{AI_POLICY}</li>
      </ul>
      <h2>With each other</h2>
      <ul>
        <li>
          Follow the <Link to="/guidelines">community guidelines</Link>. They apply to sketches, comments, chat, streams
          and the whiteboard.
        </li>
        <li>Don’t copy other people’s sketches without their permission, by hand or by machine.</li>
        <li>Don’t disturb the site: no attacks, no mass messages, no accounts to get around a suspension.</li>
        <li>Gloperators can hide what breaks the rules, and warn or suspend members.</li>
      </ul>
      <h2>The store</h2>
      <ul>
        <li>
          Hearts and patron years in the <Link to="/store">store</Link> are one payment each, for you or as a gift. They
          don’t renew by themselves. You pay at PayPal, and they are yours once PayPal confirms the payment.
        </li>
        <li>
          Paying never buys a feature, a vote, a compo place or a milder rule. What you buy can’t be sold or turned back
          into money.
        </li>
        <li>
          If you want a refund, <Link to="/support">contact us</Link>. Refunds are made at PayPal. When a payment is
          refunded, disputed or reversed, the hearts of its order that weren’t given yet and the time that is left of
          its year are taken back, as far as they are no longer paid. A dispute that is decided for us brings them back.
        </li>
      </ul>
      <h2>What we promise, and what we can’t</h2>
      <ul>
        <li>
          We treat your data as the <Link to="/privacy">privacy page</Link> says.
        </li>
        <li>We try to keep the site running and your work safe, but keep your own copies too.</li>
        <li>Hearts and glops are for fun. They are not money.</li>
        <li>If these terms change in a way that matters to you, we say so on the home page beforehand.</li>
      </ul>
      <p>
        Questions? <Link to="/support">Contact us</Link>.
      </p>
    </TextPage>
  )
}
