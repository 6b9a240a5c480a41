import {
  CHAT_RETENTION_DAYS,
  DELETION_DELAY_DAYS,
  EVIDENCE_RETENTION_DAYS,
  LINKS_REMEMBERED,
  NOTIFICATION_RETENTION_DAYS,
  RECORDING_RETENTION_DAYS,
  UNUSED_EVIDENCE_DAYS,
  UPLOAD_RETENTION_HOURS,
} from '../../../contract/limits.ts'
import { supportAddress } from '../../../contract/product.ts'
import { Link } from '../../ui/Link.tsx'
import { TextPage } from './TextPage.tsx'

/** Stored data, its visibility and its deletion (docs/product-rules.md, docs/operations.md). */
export function PrivacyPage() {
  const address = supportAddress(location.hostname)
  return (
    <TextPage title="Privacy">
      <p>In short: no advertising, no trackers, and nothing is sold. We store what the site needs to work.</p>
      <h2>What we store</h2>
      <ul>
        <li>When you log in with Google: the number of your Google account and your mail address. No password.</li>
        <li>Your nickname and your date of birth, to know that you are old enough.</li>
        <li>
          If you add them: the public part of your passkeys, and your backup codes in a form that nobody can turn back.
        </li>
        <li>What you bought in the store, or gave. Cards and accounts are known to PayPal only.</li>
        <li>What you add to your profile, such as a country or a website, and your settings.</li>
        <li>
          What you post, say, draw and give: sketches, comments, private messages, messages in chat, strokes, streams,
          hearts, fans.
        </li>
        <li>
          For each browser you are logged in with: its name, such as “Firefox on Linux”, and when you last used it.
        </li>
        <li>
          Which sketches and albums you opened, by day, so that we count each view once and recommend what is new to
          you. It is deleted after 30 days. If you are not logged in, views are counted with a scrambled form of your
          network address that nobody can turn back. It is deleted after two days.
        </li>
      </ul>
      <h2>What others see</h2>
      <ul>
        <li>Your profile, and what you post for everyone.</li>
        <li>
          The day and month of your birthday, but not the year, if you are 18 or older and choose so when you{' '}
          <Link to="/editProfile">edit your profile</Link>.
        </li>
        <li>
          Your mail address is never shown. It recovers your account. We also write to it about your logins, your
          account, your purchases and gifts. We tell you when an export is ready, unless you switch that off. It gets
          other mail only if you switched that on.
        </li>
        <li>
          A private message is for its two members. Gloperators read it only if one of the two reports the conversation.
        </li>
        <li>Pictures without the data that cameras and phones add. We remove location data from photos.</li>
      </ul>
      <h2>How long</h2>
      <ul>
        <li>Pictures that you did not post are deleted after {UPLOAD_RETENTION_HOURS} hours.</li>
        <li>Notifications are deleted after {NOTIFICATION_RETENTION_DAYS} days.</li>
        <li>The messages of a chat room are deleted once nobody has entered it for {CHAT_RETENTION_DAYS} days.</li>
        <li>A private conversation is deleted once both members have deleted it.</li>
        <li>Recordings of streams that you don’t publish are deleted after {RECORDING_RETENTION_DAYS} days.</li>
        <li>
          A sketch or comment that you delete is gone from the site at once, its files soon after. If it was reported,
          gloperators keep the report for {EVIDENCE_RETENTION_DAYS} days after they decide on it. If they found nothing
          wrong, their copy of what was reported is deleted after {UNUSED_EVIDENCE_DAYS} days.
        </li>
        <li>
          If gloperators delete, change or turn down a text, such as a comment, a title, your profile or a suggested
          challenge, they can read the old text for {EVIDENCE_RETENTION_DAYS} more days. The same goes for chat messages
          that somebody who runs a chat room deletes or holds back, and for the topics, announcements, compos and
          challenges that they or the people who run a group write.
        </li>
        <li>
          If you unlink a login, an unreadable form of it stays while you have your account, so that it makes no second
          one.
        </li>
        <li>
          You can <Link to="/leave">delete your whole account</Link>. It happens {DELETION_DELAY_DAYS} days later. What
          you wrote to others stays, by “deleted member”. Backups keep the rest for 30 more days. If you are banned, an
          unreadable form of your login stays until the ban ends.
        </li>
        <li>
          To ask what we know about you, write to <a href={`mailto:${address}`}>{address}</a>.
        </li>
      </ul>
      <h2>Cookies and this browser</h2>
      <p>You get cookies when you log in or open the link of an unlisted sketch. None follows you to other sites.</p>
      <dl>
        <dt>session, signed-in</dt>
        <dd>Keep you logged in, for 90 days. See and end them under Your sessions.</dd>
        <dt>sign-up, signing-in, apple-nonce, passkey-challenge</dt>
        <dd>Needed while you log in or add a passkey. They work for an hour at most.</dd>
        <dt>bookmark</dt>
        <dd>Makes sure that you see what you just posted. It ends after an hour.</dd>
        <dt>links</dt>
        <dd>
          Remembers the latest {LINKS_REMEMBERED} links to unlisted sketches that you opened, so that you can see them.
          It ends after a year, or when you log out.
        </dd>
      </dl>
      <p>
        Unsent comments and messages, unsaved changes, recent searches and other settings stay in this browser. Your
        theme is stored here, too. Your drafts and recent searches are deleted when you log out, and you can clear
        recent searches where you search.
      </p>
      <h2>Who else is involved</h2>
      <p>
        Google checks who you are when you log in. PayPal takes the payment if you buy something. Cloudflare runs the
        computers that store and deliver the site. Nobody else gets your data. See also the{' '}
        <Link to="/terms">terms</Link>.
      </p>
    </TextPage>
  )
}
