import { Link } from '../../ui/Link.tsx'
import { TextPage } from './TextPage.tsx'

/** First steps, and where to ask. */
export function HelpPage() {
  return (
    <TextPage title="Help">
      <p>
        Everyone can look around. To post, heart, comment and chat you need an account: open Login and choose Login with
        Google. The same button creates your account. You must be 13 or older.
      </p>
      <h2>Post a sketch</h2>
      <ul>
        <li>
          Open <Link to="/upload">Upload</Link>, or drop a picture on any page.
        </li>
        <li>Give it a title and a few tags, so that others find it. A draft is kept for 24 hours.</li>
        <li>Say whether it was made with generative AI, and mark mature work as mature.</li>
        <li>
          Enter it in the <Link to="/challenges">daily challenge</Link>, or collect your sketches in albums.
        </li>
      </ul>
      <h2>Find sketches</h2>
      <ul>
        <li>
          <Link to="/search">Search</Link> by words, tags or artists, by colour, or for sketches that look like another
          one.
        </li>
        <li>
          Become a fan of <Link to="/artists">artists</Link> you like. Their new work is under New from artists.
        </li>
        <li>
          Read <Link to="/how-hearts-work">how hearts work</Link>, and what glops and stars are.
        </li>
      </ul>
      <h2>Make it comfortable</h2>
      <ul>
        <li>Choose the light, gray or dark theme in the menu.</li>
        <li>
          Press ? for the keyboard shortcuts. There you can also get a “Load more” button at the end of galleries.
        </li>
      </ul>
      <h2>When something is wrong</h2>
      <ul>
        <li>
          Report a sketch or comment that breaks the <Link to="/guidelines">guidelines</Link>. A gloperator looks at
          every report.
        </li>
        <li>Block a member on their profile. You no longer see each other.</li>
        <li>
          Ask other members in the <Link to="/chat/help">help room</Link>, or <Link to="/support">contact us</Link>.
        </li>
      </ul>
    </TextPage>
  )
}
