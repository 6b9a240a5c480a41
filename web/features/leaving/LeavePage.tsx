import { type FormEvent, useState } from 'react'
import { DELETION_DELAY_DAYS, EVIDENCE_RETENTION_DAYS } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { dateText, unitText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useDeletesAt, useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './LeavePage.module.css'
import { useDeleteAccount, useKeepAccount } from './queries.ts'

const TITLE = 'Delete my account'

/** Says what leaving means, and asks for the deletion of the account or cancels it. */
export function LeavePage() {
  return (
    <RequireLogin title={TITLE}>
      <Leave />
    </RequireLogin>
  )
}

function Leave() {
  const deletesAt = useDeletesAt()
  return (
    <Page title={TITLE} gap={16} width={560} className={styles.page}>
      <h1>{TITLE}</h1>
      {deletesAt ? <Waiting deletesAt={deletesAt} /> : <Ask />}
    </Page>
  )
}

function Waiting({ deletesAt }: { deletesAt: string }) {
  const keep = useKeepAccount()
  return (
    <>
      <p role="status" className={styles.lead}>{`Your account will be deleted on ${dateText(deletesAt)}.`}</p>
      <p>Until then everything stays as it is. You can still log in, and change your mind with one click.</p>
      <div className={styles.actions}>
        <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </div>
      <Consequences />
    </>
  )
}

function Ask() {
  const user = useUser()
  const nickname = user?.nickname ?? ''
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const remove = useDeleteAccount()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (remove.isPending) return
    const isSame = nicknameKey(typed.trim()) === nicknameKey(nickname)
    setProblem(isSame ? undefined : `Type ${nickname} to confirm.`)
    if (isSame) remove.mutate(typed)
  }
  return (
    <>
      <p className={styles.lead}>
        {`Sorry to see you go. Your account is deleted ${unitText(DELETION_DELAY_DAYS, 'day')} after you ask, so you have time to change your mind.`}
      </p>
      <p>
        Want to keep your work? <Link to="/export">Download your data</Link> first.
      </p>
      <Consequences />
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Your nickname, to confirm"
          hint={`Type ${nickname}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormError>{remove.error && messageOf(remove.error)}</FormError>
        <div className={styles.actions}>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            Delete my account
          </Button>
          <ButtonLink to="/">Not now</ButtonLink>
        </div>
      </form>
    </>
  )
}

function Consequences() {
  return (
    <>
      <h2>Deleted for good</h2>
      <ul className={styles.list}>
        <li>Your profile, your logins, your settings and everything you told us about yourself.</li>
        <li>Your sketches with their files and comments, your albums, your streams and recordings.</li>
        <li>Your fans, the people you follow, your notifications and your side of private conversations.</li>
      </ul>
      <h2>What stays, without your name</h2>
      <ul className={styles.list}>
        <li>Comments, messages and chat lines that you wrote to others, signed “deleted member”.</li>
        <li>Hearts and likes that you gave, so that nobody loses them.</li>
        <li>{`Reports, until ${unitText(EVIDENCE_RETENTION_DAYS, 'day')} after gloperators decide on them. A ban stays in force for a new account with the same login.`}</li>
      </ul>
    </>
  )
}
