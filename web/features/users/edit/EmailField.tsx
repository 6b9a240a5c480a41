import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './ProfileForm.module.css'
import { useRepeatConfirmation } from './queries.ts'

type EmailFieldProps = {
  value: string
  /** The saved address, which may wait for its link. */
  saved: string
  confirmed: string | null
  problem: string | undefined
  onChange: (email: string) => void
}

/** The address for account recovery, and what is left to do until it can be used. */
export function EmailField({ value, saved, confirmed, problem, onChange }: EmailFieldProps) {
  const isWaiting = saved !== '' && saved !== confirmed && value === saved
  return (
    <>
      <TextField
        label="E-mail"
        hint="For account recovery only. Mails about your account and purchases come here too, and others if you want them."
        type="email"
        autoComplete="email"
        value={value}
        error={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      {isWaiting && <WaitingNote confirmed={confirmed} />}
    </>
  )
}

function WaitingNote({ confirmed }: { confirmed: string | null }) {
  const repeat = useRepeatConfirmation()
  return (
    <div className={styles.waiting}>
      <p className={styles.note}>
        This address isn’t confirmed yet. It recovers your account once you open the link that we send to it.
        {confirmed !== null && ` Until then, ${confirmed} stays your recovery address.`}
      </p>
      <Button busy={repeat.isPending} onClick={() => repeat.mutate()}>
        Send the link
      </Button>
    </div>
  )
}
