import { Link } from '../../ui/Link.tsx'
import { TextPage } from './TextPage.tsx'

/** Ways to learn from other members. */
export function ClassesPage() {
  return (
    <TextPage title="Classes">
      <p>There is nothing to enrol in here. Artists teach by drawing where others can watch and ask.</p>
      <ul>
        <li>
          Watch a <Link to="/streams">live stream</Link> and ask in its chat, or play back a recording at your own pace.
        </li>
        <li>
          Draw the <Link to="/challenges">daily challenge</Link>, and compare what others made of it.
        </li>
        <li>
          Draw together on the <Link to="/whiteboard">whiteboard</Link>.
        </li>
        <li>
          Try the <Link to="/content">free brushes</Link>.
        </li>
        <li>
          Ask for advice in the <Link to="/chat/help">help room</Link>.
        </li>
      </ul>
      <p>
        Would you like to teach? <Link to="/streams">Schedule a stream</Link>, so that members can set a reminder.
      </p>
    </TextPage>
  )
}
