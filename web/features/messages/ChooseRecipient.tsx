import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NICKNAME_MAX } from '../../../contract/limits.ts'
import { messages } from '../../lib/messages/general.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { mentionQuery } from '../comments/queries.ts'
import styles from './WriteMessage.module.css'

const PAUSE_MS = 150

/** Chooses whom to write to: members that the user follows and fans, or those whose name begins as typed. */
export function ChooseRecipient() {
  const [typed, setTyped] = useState('')
  const [prefix, setPrefix] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPrefix(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, refetch } = useQuery({ ...mentionQuery(prefix), placeholderData: (before) => before })
  return (
    <>
      <TextField
        label="To"
        type="search"
        autoComplete="off"
        placeholder="Search members"
        value={typed}
        onChange={(event) => setTyped(event.target.value.slice(0, NICKNAME_MAX))}
      />
      {error && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
      <ul aria-label="Members">
        {data?.items.map(({ id, nickname, avatar }) => (
          <li key={id}>
            <Link to={`/message/write/${id}`} className={styles.person}>
              <Avatar avatar={avatar} name={nickname} size={32} />
              {nickname}
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.note}>
        {data?.items.length === 0 && prefix !== '' && messageTexts.nobodyFound}
      </p>
    </>
  )
}
