import { Share2, Target, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { focusHeading, useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { shareSketch } from './actions/share.ts'
import styles from './PostedNotice.module.css'
import { postedCountOf } from './posted-state.ts'

const EnterLatestDialog = lazyComponent(() => import('../challenges/EnterLatestDialog.tsx'), 'EnterLatestDialog')

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
    <section className={styles.notice} aria-label="Posted">
      <p role="status">
        {uploadMessages.posted(count)}
        {challengeId && (
          <>
            {' Entered in '}
            <Link to={`/challenge/${challengeId}`}>{challengeTitle}</Link>.
          </>
        )}
      </p>
      <Button icon={Share2} onClick={() => void shareSketch(sketch)}>
        Share
      </Button>
      {!challengeId && !sketch.unlisted && (
        <Button icon={Target} onClick={() => setEntering(true)}>
          Enter challenge
        </Button>
      )}
      {count > 1 && <ButtonLink to={`/user/${sketch.userId}`}>See all your sketches</ButtonLink>}
      <IconButton icon={X} aria-label="Dismiss" className={styles.dismiss} onClick={dismiss} />
      {isEntering && <EnterLatestDialog sketch={sketch} onClose={() => setEntering(false)} />}
    </section>
  )
}
