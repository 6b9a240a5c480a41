import { useCallback, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { RestoreFocus } from '../../../ui/focus.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import type { BoardSession } from '../session/board-session.ts'
import { ArtistDialog, ArtistsDialog } from './ArtistsDialog.tsx'
import type { ArtistAnswer, Authors } from './useAuthors.ts'

const ReportMarkDialog = lazyComponent(() => import('./ReportMarkDialog.tsx'), 'ReportMarkDialog')
const RollbackDialog = lazyComponent(() => import('./RollbackDialog.tsx'), 'RollbackDialog')

type ArtistDialogsProps = {
  user: CurrentUser
  session: BoardSession
  authors: Authors
  isListingArtists: boolean
  /** Makes the next press on the board ask for its artist. */
  onAsk: () => void
  onClose: () => void
}

/** Dialogs about artists: the list, the artist at a position, the report of a mark, and staff's rollback. */
export function ArtistDialogs({ user, session, authors, isListingArtists, onAsk, onClose }: ArtistDialogsProps) {
  const [rollingBack, setRollingBack] = useState<Person | null>(null)
  const [reporting, setReporting] = useState<ArtistAnswer | null>(null)
  const shiftIndex = useCallback(() => session.shiftIndex, [session])
  const presentArtists = useCallback(() => session.state().artists, [session])
  const { answer, clearAnswer } = authors
  const actionsOf = (close: () => void) => {
    const onRollback = (person: Person) => {
      close()
      setRollingBack(person)
    }
    return { authors, me: user.id, onClose: close, ...(user.gloperator && { onRollback }) }
  }
  return (
    <>
      {/* Outside of the dialogs, because one may open another. */}
      {(isListingArtists || answer || rollingBack || reporting) && <RestoreFocus />}
      {isListingArtists && <ArtistsDialog {...actionsOf(onClose)} onAsk={onAsk} />}
      {answer && (
        <ArtistDialog
          answer={answer}
          onReport={() => {
            clearAnswer()
            setReporting(answer)
          }}
          {...actionsOf(clearAnswer)}
        />
      )}
      {reporting && <ReportMarkDialog answer={reporting} onClose={() => setReporting(null)} />}
      {rollingBack && (
        <RollbackDialog
          {...{ person: rollingBack, loadDayLog: authors.loadDayLog, presentArtists, shiftIndex }}
          onClose={() => setRollingBack(null)}
        />
      )}
    </>
  )
}
