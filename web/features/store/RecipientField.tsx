import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '../../../contract/http/users.ts'
import { NICKNAME_MAX } from '../../../contract/limits.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { useUser } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { mentionQuery } from '../comments/queries.ts'
import styles from './RecipientField.module.css'

const PAUSE_MS = 150

type RecipientFieldProps = {
  recipient: Person | null
  problem: string | undefined
  onChange: (person: Person | null) => void
}

/** Chooses who gets a gift: members that the buyer follows and fans, or those whose name begins as typed. */
export function RecipientField({ recipient, problem, onChange }: RecipientFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const shown = useRef(recipient?.id)
  // The pressed button is removed: "Change" takes the place of the field, and the field that of "Change".
  useEffect(() => {
    if (shown.current === recipient?.id) return
    shown.current = recipient?.id
    field.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [recipient])
  if (!recipient)
    return (
      <div ref={field}>
        <RecipientSearch problem={problem} onChoose={onChange} />
      </div>
    )
  const { nickname, avatar } = recipient
  return (
    <div ref={field}>
      <p className={styles.label}>Who gets it</p>
      <div className={styles.chosen}>
        <Avatar avatar={avatar} name={nickname} size={32} />
        <span className={styles.name}>{nickname}</span>
        <Button onClick={() => onChange(null)}>Change</Button>
      </div>
      <p className={styles.hint}>{`${nickname} sees that it is from you`}</p>
    </div>
  )
}

function RecipientSearch({ problem, onChoose }: { problem: string | undefined; onChoose: (person: Person) => void }) {
  const user = useUser()
  const [typed, setTyped] = useState('')
  const [prefix, setPrefix] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPrefix(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, isFetching, refetch } = useQuery({
    ...mentionQuery(prefix),
    placeholderData: (before) => before,
  })
  const found = data?.items.filter(({ id }) => id !== user?.id)
  return (
    <>
      <TextField
        label="Who gets it"
        type="search"
        autoComplete="off"
        placeholder="Search members"
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value.slice(0, NICKNAME_MAX))}
        // Enter searches; it does not send the order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul aria-label="Members" className={styles.list}>
        {found?.slice(0, 5).map((person) => (
          <li key={person.id}>
            <button type="button" className={styles.option} onClick={() => onChoose(person)}>
              <Avatar avatar={person.avatar} name={person.nickname} size={32} />
              {person.nickname}
            </button>
          </li>
        ))}
      </ul>
      {error && <LoadFailure onRetry={() => void refetch()}>Members couldn’t be searched.</LoadFailure>}
      <p role="status" className={styles.hint}>
        {isFetching && prefix !== '' && 'Searching…'}
        {!isFetching && !error && found?.length === 0 && prefix !== '' && messageTexts.nobodyFound}
      </p>
    </>
  )
}
