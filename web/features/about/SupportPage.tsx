import { supportAddress } from '../../../contract/product.ts'
import { Link } from '../../ui/Link.tsx'
import { TextPage } from './TextPage.tsx'

/** Ways to reach the people who run the site. */
export function SupportPage() {
  const address = supportAddress(location.hostname)
  return (
    <TextPage title="Contact">
      <p>
        Write to <a href={`mailto:${address}`}>{address}</a>. People read it, not a machine.
      </p>
      <h2>What helps us to help you</h2>
      <ul>
        <li>Your nickname, and the address of the page it is about.</li>
        <li>What you did, and what happened then. A screenshot says a lot.</li>
        <li>If you can’t log in: the way you log in. Never send us a password.</li>
        <li>If you are suspended and think it is a mistake: say why. Someone else looks at it again.</li>
        <li>If a sketch is yours and somebody else posted it: a link to where you first showed it.</li>
      </ul>
      <h2>Quicker than mail</h2>
      <ul>
        <li>Report a sketch or comment with the report button beside it.</li>
        <li>
          Many questions are answered in <Link to="/help">help</Link>.
        </li>
        <li>
          Other members are in the <Link to="/chat/help">help room</Link>.
        </li>
      </ul>
    </TextPage>
  )
}
