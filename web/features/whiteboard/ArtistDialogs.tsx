import { Suspense, useCallback, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { Person } from '../../../contract/http/users.ts'
import { RestoreFocus } from '../../ui/focus.ts'
import { lazyPart } from '../../ui/lazy-component.tsx'
import type { BoardSession } from './board-session.ts'
import type { Authors } from './useAuthors.ts'

const Artists = lazyPart(async () => ({ default: (await import('./Artists.tsx')).Artists }))
const DrawnBy = lazyPart(async () => ({ default: (await import('./Artists.tsx')).DrawnBy }))
const TakeBackDialog = lazyPart(async () => ({ default: (await import('./TakeBackDialog.tsx')).TakeBackDialog }))

type ArtistDialogsProps = {
  user: CurrentUser
  session: BoardSession
  authors: Authors
  hasArtists: boolean
  /** The next press on the board asks who drew there. */
  onAsk: () => void
  onClose: () => void
}

/** Who drew, all of them or at a place that was pointed at, and what can be done about it. */
export function ArtistDialogs({ user, session, authors, hasArtists, onAsk, onClose }: ArtistDialogsProps) {
  const [taking, setTaking] = useState<Person | null>(null)
  const shiftIndex = useCallback(() => session.shiftIndex, [session])
  const here = useCallback(() => session.state().artists, [session])
  const { answer, forgetAnswer } = authors
  const acts = (close: () => void) => {
    const onTakeBack = (person: Person) => {
      close()
      setTaking(person)
    }
    return { authors, me: user.id, onClose: close, ...(user.gloperator && { onTakeBack }) }
  }
  return (
    <>
      {/* One of them may open another, and be gone when that closes. */}
      {(hasArtists || answer || taking) && <RestoreFocus />}
      <Suspense>
        {hasArtists && <Artists {...acts(onClose)} onAsk={onAsk} />}
        {answer && <DrawnBy answer={answer} {...acts(forgetAnswer)} />}
        {taking && (
          <TakeBackDialog {...{ person: taking, day: authors.day, here, shiftIndex }} onClose={() => setTaking(null)} />
        )}
      </Suspense>
    </>
  )
}
