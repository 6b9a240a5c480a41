import { Plus, Vote } from 'lucide-react'
import { useState } from 'react'
import { COMPO_ACTS, compoAct, hasTooFewToVote } from '../../../contract/compo-state.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages, entryLimitText, judgedText } from '../../lib/messages/compos.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import styles from './CompoHead.module.css'
import { DeleteCompoButton } from './DeleteCompoButton.tsx'
import { EditCompoButton } from './EditCompoButton.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import { ReportCompoButton } from './ReportCompoButton.tsx'

/** The viewer's current actions in a compo: enter, vote, edit. */
export function CompoActions({ compo }: { compo: CompoInfo }) {
  const { id, state, judged } = compo
  const user = useUser()
  const act = compoAct(compo, user === null)
  const hasTooFew = hasTooFewToVote(compo)
  return (
    <div className={styles.actions}>
      {state === 'open' && <EnterAction compo={compo} isOffered={act === 'enter'} />}
      {state === 'voting' && act && (
        <ButtonLink to={`/compo/${id}/vote`} variant="primary" icon={Vote}>
          {COMPO_ACTS[act]}
        </ButtonLink>
      )}
      {state === 'voting' && judged && judged.sets < judged.total && (
        <span className={styles.hint}>{judgedText(judged.sets, judged.total)}</span>
      )}
      {state === 'voting' && user !== undefined && !act && (
        <span className={styles.hint}>{hasTooFew ? compoMessages.tooFewEntries : compoMessages.tooNew}</span>
      )}
      <ReportCompoButton compo={compo} />
      <EditCompoButton compo={compo} />
      <DeleteCompoButton compo={compo} />
    </div>
  )
}

function EnterAction({ compo, isOffered }: { compo: CompoInfo; isOffered: boolean }) {
  const { title, canEnter, own, entriesPerMember } = compo
  const user = useUser()
  const [isJoining, setJoining] = useState(false)
  const [entrantId, setEntrantId] = useState<number>()
  const requireLogin = useRequireLogin(() => setJoining(true))
  useOffer('enter', () => canEnter && setEntrantId(user?.id))
  const isFull = own.length >= entriesPerMember
  return (
    <>
      {isOffered && (
        <Button variant="primary" icon={Plus} onClick={() => requireLogin(({ id }) => setEntrantId(id))}>
          {COMPO_ACTS.enter}
        </Button>
      )}
      {(canEnter || own.length > 0) && <span className={styles.hint}>{compoMessages.removalWhileOpen}</span>}
      {canEnter && entriesPerMember > 1 && (
        <span className={styles.hint}>{entryLimitText(own.length, entriesPerMember)}</span>
      )}
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
