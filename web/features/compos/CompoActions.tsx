import { Plus, Vote } from 'lucide-react'
import { useState } from 'react'
import { hasTooFewToVote } from '../../../contract/compo-state.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import styles from './CompoHead.module.css'
import { EditCompoButton } from './EditCompoButton.tsx'
import { EnterDialog } from './EnterDialog.tsx'

/** Actions of the viewer in a compo now: enter, vote, edit. */
export function CompoActions({ compo }: { compo: CompoInfo }) {
  const { id, state, canVote, hasVoted } = compo
  const user = useUser()
  const hasTooFew = hasTooFewToVote(compo)
  const isVoteOffered = canVote || (user === null && !hasTooFew)
  return (
    <div className={styles.actions}>
      {state === 'open' && <EnterAction compo={compo} />}
      {state === 'voting' && isVoteOffered && (
        <ButtonLink to={`/compo/${id}/vote`} variant="primary" icon={Vote}>
          {hasVoted ? 'Update your vote' : 'Vote'}
        </ButtonLink>
      )}
      {state === 'voting' && user !== undefined && !isVoteOffered && (
        <span className={styles.hint}>{hasTooFew ? compoMessages.tooFewEntries : compoMessages.tooNew}</span>
      )}
      <EditCompoButton compo={compo} />
    </div>
  )
}

function EnterAction({ compo }: { compo: CompoInfo }) {
  const { title, group, canEnter, own, entriesPerMember } = compo
  const user = useUser()
  const [isJoining, setJoining] = useState(false)
  const [entrantId, setEntrantId] = useState<number>()
  const requireLogin = useRequireLogin(() => setJoining(true))
  useOffer('enter', () => canEnter && setEntrantId(user?.id))
  const isFull = own.length >= entriesPerMember
  return (
    <>
      {(canEnter || (user === null && group === null)) && (
        <Button variant="primary" icon={Plus} onClick={() => requireLogin(({ id }) => setEntrantId(id))}>
          Enter
        </Button>
      )}
      {(canEnter || own.length > 0) && <span className={styles.hint}>{compoMessages.removalWhileOpen}</span>}
      {user && isFull && <span className={styles.hint}>{messageOfCode('compo_entry_limit')}</span>}
      {isJoining && (
        <JoinDialog title={`Enter a sketch in ${title}?`} offer="enter" onClose={() => setJoining(false)}>
          <p>{compoMessages.joinToEnter}</p>
        </JoinDialog>
      )}
      {entrantId !== undefined && (
        <EnterDialog compo={compo} userId={entrantId} onClose={() => setEntrantId(undefined)} />
      )}
    </>
  )
}
