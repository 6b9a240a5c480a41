import { Share2, Target } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { focusHeading, useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { DialogSpinner } from '../../ui/Spinner.tsx'
import { shareSketch } from './actions/share.ts'
import { postedCountOf } from './posted-state.ts'

const EnterLatestDialog = lazyComponent(
  () => import('../challenges/EnterLatestDialog.tsx'),
  'EnterLatestDialog',
  <DialogSpinner />,
)

/** Line with the next steps, shown on a sketch that was just posted until it is dismissed. */
export function PostedNotice({ sketch }: { sketch: ShownSketch }) {
  const count = postedCountOf(useLocation().state, sketch.id)
  return count > 0 && <PostedLine sketch={sketch} count={count} />
}

function PostedLine({ sketch, count }: { sketch: ShownSketch; count: number }) {
  const location = useLocation()
  const navigate = useNavigate()
  const [isEntering, setEntering] = useState(false)
  useFocusHeadingAfterClose(isEntering)
  const { challengeId, challengeTitle } = sketch
  const dismiss = () => {
    focusHeading()
    void navigate(location, { replace: true, state: null, preventScrollReset: true })
  }
  return (
    <NoticeLine
      label="Posted"
      text={
        <>
          {uploadMessages.posted(count)}
          {challengeId && (
            <>
              {count > 1 ? ' This sketch is entered in ' : ' Entered in '}
              <Link to={`/challenge/${challengeId}`}>{challengeTitle}</Link>.
            </>
          )}
        </>
      }
      onDismiss={dismiss}
    >
      <Button icon={Share2} onClick={() => void shareSketch(sketch)}>
        Share
      </Button>
      {!challengeId && !sketch.unlisted && (
        <Button icon={Target} onClick={() => setEntering(true)}>
          Enter challenge
        </Button>
      )}
      {count > 1 && <ButtonLink to={`/user/${sketch.userId}`}>See all your sketches</ButtonLink>}
      {isEntering && <EnterLatestDialog sketch={sketch} hasNotice onClose={() => setEntering(false)} />}
    </NoticeLine>
  )
}
