import { Button, ButtonLink } from './Button.tsx'
import styles from './EditFoot.module.css'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PageFoot } from './Page.tsx'

type EditFootProps = {
  /** Reason why the form could not be saved; empty for none. */
  problem: string
  hasChanges: boolean
  /** True while a file is uploaded, which an update would cancel. */
  isUploading?: boolean
  isSending: boolean
  /** The page of the edited thing. */
  backTo: string
}

/** Foot of a form whose unsaved changes stay in this browser: its state, Back and Update. Leaving asks first. */
export function EditFoot({ problem, hasChanges, isUploading = false, isSending, backTo }: EditFootProps) {
  const state = hasChanges ? 'You have unsaved changes' : ''
  return (
    <>
      <PageFoot>
        <p className={problem ? styles.problem : undefined} role={problem ? 'alert' : 'status'}>
          {problem || (isUploading ? 'Wait until the file is uploaded' : state)}
        </p>
        <ButtonLink to={backTo}>Back</ButtonLink>
        <Button type="submit" variant="primary" busy={isSending} unavailable={isUploading}>
          Update
        </Button>
      </PageFoot>
      <LeaveDialog
        isActive={isUploading || (hasChanges && !isSending)}
        title={isUploading ? 'Leave while a file is uploading?' : 'Leave without updating?'}
        cancelLabel="Stay"
      >
        {isUploading && <p>The file hasn’t arrived yet. If you leave, it won’t be added.</p>}
        {hasChanges && <p>Your changes aren’t published yet. They stay in this browser until you come back.</p>}
      </LeaveDialog>
    </>
  )
}
