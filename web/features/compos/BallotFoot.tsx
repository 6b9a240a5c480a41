import { ExternalLink } from 'lucide-react'
import { CallError } from '../../lib/call.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageFoot } from '../../ui/Page.tsx'
import styles from './Ballot.module.css'

type BallotFootProps = {
  hint: string
  /** True if the voter skipped this set before. Small screens show this too. */
  wasSkipped: boolean
  /** The error of answers that could not be sent. */
  error: Error | null
  isBusy: boolean
  compoKey: string
  onRetry: () => void
  onVisit: () => void
  onSkip: () => void
  onNext: () => void
}

/** The buttons Visit, Skip and Next, with a hint or an error. */
export function BallotFoot({
  hint,
  wasSkipped,
  error,
  isBusy,
  compoKey,
  onRetry,
  onVisit,
  onSkip,
  onNext,
}: BallotFootProps) {
  return (
    <PageFoot className={styles.foot}>
      {error ? (
        <SendFailure error={error} compoKey={compoKey} onRetry={onRetry} />
      ) : (
        <p className={wasSkipped ? styles.skipped : styles.hint}>{wasSkipped ? compoMessages.skippedBefore : hint}</p>
      )}
      <Button icon={ExternalLink} onClick={onVisit}>
        Visit
      </Button>
      <Button onClick={onSkip}>Skip</Button>
      <Button variant="primary" busy={isBusy} onClick={onNext}>
        Next
      </Button>
    </PageFoot>
  )
}

type SendFailureProps = { error: Error; compoKey: string; onRetry: () => void }

function SendFailure({ error, compoKey, onRetry }: SendFailureProps) {
  // Sending again does not help after these errors.
  const isRefused = error instanceof CallError && (error.code === 'compo_not_voting' || error.code === 'bad_ballot')
  if (isRefused) {
    return (
      <p role="alert" className={styles.failure}>
        {messageOf(error)} <Link to={`/compo/${compoKey}`}>Go to the compo</Link>
      </p>
    )
  }
  return (
    <p role="alert" className={styles.failure}>
      {compoMessages.voteFailed} <Link to="/support">Contact support</Link>{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
