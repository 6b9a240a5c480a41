import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../lib/messages/errors.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { Button } from '../../../ui/Button.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { LineText } from '../lines/LineText.tsx'
import { chatSearchQuery } from '../queries.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import styles from './RoomSettings.module.css'

/** Dialog for staff that searches a room's lines, newest first. */
export function SearchLines({
  room: { session, name, user: me, view },
  onClose,
}: {
  room: ChatRoom
  onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const results = useInfiniteQuery(chatSearchQuery(session.channel, query))
  const lines = itemsOf(results.data)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQuery(String(new FormData(event.currentTarget).get('query')).trim())
  }
  return (
    <Modal isOpen onClose={onClose} title={`Search ${name}`}>
      <form className={styles.search} onSubmit={search}>
        <TextField label="Words" hideLabel name="query" type="search" maxLength={100} autoFocus />
        <Button type="submit" busy={results.isLoading}>
          Search
        </Button>
      </form>
      <div role="status">{results.data && !lines.length && 'No messages found.'}</div>
      <ul className={styles.found}>
        {lines.map(({ id, user, message, date }) => (
          <li key={id}>
            <MemberLink id={user.id} nickname={user.nickname} /> <RelativeTime time={date} />
            <p>
              <LineText {...{ message, me }} people={view.people} />
            </p>
          </li>
        ))}
      </ul>
      <ListEnd query={results} button="Show more" failure={messageOf(results.error)} />
    </Modal>
  )
}
