import { Button, ButtonLink } from './Button.tsx'
import styles from './EditFoot.module.css'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PageFoot } from './Page.tsx'

type EditFootProps = {
  /** Reason why the form could not be saved; empty for none. */
  problem: string
  hasChanges: boolean
  isSending: boolean
  /** The page of the edited thing. */
  backTo: string
}

/** Foot of a form whose unsaved changes stay in this browser: its state, Back and Update. Leaving asks first. */
export function EditFoot({ problem, hasChanges, isSending, backTo }: EditFootProps) {
  return (
    <>
      <PageFoot>
        <p className={problem ? styles.problem : undefined} role={problem ? 'alert' : 'status'}>
          {problem || (hasChanges ? 'You have unsaved changes' : '')}
        </p>
        <ButtonLink to={backTo}>Back</ButtonLink>
        <Button type="submit" variant="primary" busy={isSending}>
          Update
        </Button>
      </PageFoot>
      <LeaveDialog isActive={hasChanges && !isSending} title="Leave without updating?" cancelLabel="Stay">
        Your changes aren’t published yet. They stay in this browser until you come back.
      </LeaveDialog>
    </>
  )
}
