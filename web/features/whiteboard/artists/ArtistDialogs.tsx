import { useCallback, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { RestoreFocus } from '../../../ui/focus.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import type { BoardSession } from '../session/board-session.ts'
import { Artists, DrawnBy } from './Artists.tsx'
import type { Authors } from './useAuthors.ts'

// Only staff open this dialog.
const RollbackDialog = lazyComponent(() => import('./RollbackDialog.tsx'), 'RollbackDialog')

type ArtistDialogsProps = {
  user: CurrentUser
  session: BoardSession
  authors: Authors
  hasArtists: boolean
  /** Makes the next press on the board ask who drew there. */
  onAsk: () => void
  onClose: () => void
}

/** Dialogs about artists: the list, the artist at a place, and staff's rollback. */
export function ArtistDialogs({ user, session, authors, hasArtists, onAsk, onClose }: ArtistDialogsProps) {
  const [rollingBack, setRollingBack] = useState<Person | null>(null)
  const shiftIndex = useCallback(() => session.shiftIndex, [session])
  const here = useCallback(() => session.state().artists, [session])
  const { answer, forgetAnswer } = authors
  const actionsOf = (close: () => void) => {
    const onRollback = (person: Person) => {
      close()
      setRollingBack(person)
    }
    return { authors, me: user.id, onClose: close, ...(user.gloperator && { onRollback }) }
  }
  return (
    <>
      {/* One dialog may open another and be gone when that one closes. */}
      {(hasArtists || answer || rollingBack) && <RestoreFocus />}
      {hasArtists && <Artists {...actionsOf(onClose)} onAsk={onAsk} />}
      {answer && <DrawnBy answer={answer} {...actionsOf(forgetAnswer)} />}
      {rollingBack && (
        <RollbackDialog
          {...{ person: rollingBack, day: authors.day, here, shiftIndex }}
          onClose={() => setRollingBack(null)}
        />
      )}
    </>
  )
}
