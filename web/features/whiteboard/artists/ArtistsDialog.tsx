import { useQuery } from '@tanstack/react-query'
import { Flag, UserSearch } from 'lucide-react'
import type { Person } from '../../../../contract/http/users.ts'
import { timeText } from '../../../lib/format.ts'
import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useBlocked } from '../../users/blocked.ts'
import { boardArtistsQuery } from '../queries.ts'
import styles from './ArtistsDialog.module.css'
import type { ArtistAnswer, Authors } from './useAuthors.ts'

export type ArtistActionProps = {
  authors: Authors
  me: number
  onRollback?: (person: Person) => void
  onClose: () => void
}

/** Artists of the last day, with buttons to hide their marks. Staff can roll them back and see blocked members, too. */
export function ArtistsDialog({ authors, onClose, onAsk, ...actions }: ArtistActionProps & { onAsk: () => void }) {
  const { data: artists, isError, refetch } = useQuery(boardArtistsQuery(authors.listArtistsOfDay))
  const blocked = useBlocked()
  const data = artists?.filter(({ id }) => actions.onRollback || !blocked.has(id))
  return (
    <Modal isOpen onClose={onClose} title="Artists in the last 24 hours">
      {data?.length !== 0 && (
        <Button icon={UserSearch} onClick={onAsk}>
          Who drew this?
        </Button>
      )}
      {!data && !isError && <Spinner />}
      {isError && (
        <p role="alert">
          {whiteboardMessages.artistsFailed} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data?.length === 0 && <p>{whiteboardMessages.nothingDrawn}</p>}
      <ul className={styles.artists}>
        {data?.map((person) => (
          <li key={person.id}>
            <ArtistRow person={person} authors={authors} {...actions} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

type ArtistDialogProps = ArtistActionProps & { answer: ArtistAnswer; onReport: () => void }

/** Dialog that names the artist of the last mark at a position. */
export function ArtistDialog({ answer, authors, onReport, onClose, ...actions }: ArtistDialogProps) {
  return (
    <Modal isOpen onClose={onClose} title="Who drew this?">
      <ArtistRow person={answer.person} authors={authors} {...actions} />
      <p className={styles.when}>{`Drawn at ${timeText(answer.at)}.`}</p>
      {answer.person.id !== actions.me && (
        <Button icon={Flag} onClick={onReport}>
          Report this mark
        </Button>
      )}
    </Modal>
  )
}

function ArtistRow({ person, authors, me, onRollback }: Omit<ArtistActionProps, 'onClose'> & { person: Person }) {
  const { id, nickname, avatar } = person
  const isHidden = authors.hidden.includes(id)
  return (
    <div className={styles.artist}>
      <AvatarLink userId={id} nickname={nickname} avatar={avatar} />
      <MemberLink id={id} nickname={nickname} />
      <div className={styles.actions}>
        {id !== me && (
          <Button aria-pressed={isHidden} onClick={() => authors.setHidden(id, !isHidden)}>
            {isHidden ? 'Show marks' : 'Hide marks'}
          </Button>
        )}
        {onRollback && <Button onClick={() => onRollback(person)}>Remove marks…</Button>}
      </div>
    </div>
  )
}
