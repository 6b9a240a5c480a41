import { CircleAlert } from 'lucide-react'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageFoot } from '../../ui/Page.tsx'
import { Progress } from '../../ui/Progress.tsx'
import styles from './UploadFoot.module.css'
import { isBusy, sentShare, type UploadEntry, unansweredEntries } from './upload-queue.ts'

type UploadFootProps = {
  entries: readonly UploadEntry[]
  isPosting: boolean
  onPost: () => void
  /** Called to scroll to the unanswered question of a picture. */
  onQuestion: (entry: UploadEntry) => void
}

/** Foot of the upload page: progress, number of unanswered questions, and Post. */
export function UploadFoot({ entries, isPosting, onPost, onQuestion }: UploadFootProps) {
  const ready = entries.filter(({ progress }) => progress.state === 'received').length
  const status = statusText(ready, isBusy(entries))
  const all = sentShare(entries)
  const unanswered = unansweredEntries(entries)
  const wasAsked = unanswered.some(({ problems }) => problems.madeWithAi)
  return (
    <PageFoot>
      <div className={styles.state}>
        {all && (
          <div className={styles.progress}>
            <Progress label={uploadMessages.progressOfAll(all)} value={Math.floor(all.share * 100)} />
          </div>
        )}
        <p role="status">{all ? <Hidden>{status}</Hidden> : status}</p>
        {unanswered[0] && (
          <button
            type="button"
            className={styles.questions}
            data-asked={wasAsked || undefined}
            onClick={() => unanswered[0] && onQuestion(unanswered[0])}
          >
            <Icon of={CircleAlert} size={16} />
            <span className="link">{uploadMessages.questionsLeft(unanswered.length)}</span>
          </button>
        )}
      </div>
      <Button variant="primary" disabled={ready === 0 && !isPosting} busy={isPosting} onClick={onPost}>
        {ready > 1 ? `Post ${ready} sketches` : 'Post'}
      </Button>
    </PageFoot>
  )
}

function statusText(ready: number, busy: boolean): string {
  if (busy) return 'Uploading'
  return ready === 0 ? 'Nothing to post' : 'Draft kept for 24 hours'
}
