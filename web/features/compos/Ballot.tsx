import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompoBallot } from '../../../contract/http/compos.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { compoMessages, votingEndText } from '../../lib/messages/compos.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { dismissToast, toast } from '../../lib/toast.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { BallotProgress } from '../../ui/BallotProgress.tsx'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/Page.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import styles from './Ballot.module.css'
import { BallotFoot } from './BallotFoot.tsx'
import { type Answer, firstSet, savedPick, shownOrder, voteOf } from './ballot.ts'
import { refreshCompo } from './queries.ts'
import { SetTiles } from './SetTiles.tsx'
import { useEnterKey } from './useEnterKey.ts'
import { useVoteSender } from './useVoteSender.ts'

type BallotProps = { compoKey: string; ballot: CompoBallot }

/** The sets of a ballot. The voter picks the best sketch of each by mouse, touch or the keys 1 to 4 [1 §4]. */
export function Ballot({ compoKey, ballot }: BallotProps) {
  const { sets } = ballot
  const sender = useVoteSender(compoKey)
  const [step, setStep] = useState(() => firstSet(ballot))
  const [picks, setPicks] = useState<ReadonlyMap<number, number>>(new Map())
  // The last set stays on the page until the answers have arrived.
  const shownStep = Math.min(step, sets.length - 1)
  const set = sets[shownStep]
  const tiles = useFocusOnChange(shownStep)
  const isWaiting = step > shownStep
  const isDone = isWaiting && !sender.isSending && !sender.hasWaiting()
  useFinish(compoKey, isDone)
  // Lays out the next set, and so loads its pictures, once the current one is shown. Next then needs no waiting.
  const [settledStep, setSettledStep] = useState(-1)
  useEffect(() => whenIdle(() => setSettledStep(shownStep)), [shownStep])
  const laidOut = sets.slice(shownStep, shownStep + (settledStep === shownStep ? 2 : 1)).map((laidOutSet, index) => {
    const at = shownStep + index
    const pick = picks.get(at) ?? savedPick(laidOutSet)
    return { at, pick, isAhead: index > 0, sketches: shownOrder(laidOutSet.sketches, pick) }
  })
  const { pick, sketches = [] } = laidOut[0] ?? {}

  const reminder = useRef(0)
  const choose = (id: number | undefined) => {
    if (id === undefined || isWaiting) return
    dismissToast(reminder.current)
    setPicks(new Map(picks).set(shownStep, id))
  }
  const remind = () => {
    reminder.current = toast(compoMessages.pickFirst, { kind: 'plain' })
  }
  const answer = (given: Answer) => {
    if (!set || isWaiting) return sender.resend()
    sender.send(shownStep, voteOf(set, given))
    setStep(step + 1)
  }
  const withPick = (act: (picked: number) => void) => () => (pick === undefined ? remind() : act(pick))
  const next = withPick(answer)
  const skip = () => answer('skip')
  const goBack = shownStep > 0 && !isWaiting ? () => setStep(shownStep - 1) : undefined

  const hasNoSketch = set?.sketches.length === 0
  useEffect(() => {
    // Skips a set whose sketches were all deleted.
    if (hasNoSketch && step === shownStep) setStep(step + 1)
  }, [hasNoSketch, step, shownStep])
  useEnterKey(next)
  useShortcuts({
    s: skip,
    b: goBack,
    ...Object.fromEntries(sketches.map(({ id }, index) => [String(index + 1), () => choose(id)])),
  })
  const hint = useMedia('(hover: hover)') ? compoMessages.voteKeysHint : compoMessages.voteHint
  const labelOf = (at: number) => `Set ${at + 1} of ${ballot.total}`
  return (
    <>
      <div>
        <p className={styles.crumb}>
          <Link to={`/compo/${compoKey}`}>{ballot.title}</Link>
          {goBack && (
            <button type="button" onClick={goBack}>
              Previous set
            </button>
          )}
        </p>
        <PageHead title="Which one is best?">
          <p className={styles.count}>{labelOf(shownStep)}</p>
        </PageHead>
        <p className={styles.count}>{votingEndText(ballot.endVotingDate, Date.now())}</p>
      </div>
      <BallotProgress current={shownStep + 1} total={ballot.total} />
      <div ref={tiles}>
        {laidOut.map(({ at, ...rest }) => (
          <SetTiles key={at} label={labelOf(at)} {...rest} onPick={choose} onNext={next} />
        ))}
      </div>
      <BallotFoot
        hint={hint}
        wasSkipped={set?.answer === 'skip' && pick === undefined}
        error={sender.error}
        isBusy={isWaiting && sender.isSending}
        compoKey={compoKey}
        onRetry={sender.resend}
        onVisit={withPick((picked) => window.open(sketchAddress(picked), '_blank', 'noopener'))}
        onSkip={skip}
        onNext={next}
      />
      <LeaveDialog isActive={sender.mayLose} title="Leave before your answers arrive?" cancelLabel="Stay">
        Answers that haven’t arrived yet will be lost.
      </LeaveDialog>
    </>
  )
}

/** Focuses each new set, so that screen readers announce it and it receives the keys. */
function useFocusOnChange(step: number) {
  const tiles = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    tiles.current?.querySelector('section')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return tiles
}

/** Opens the page of the compo once all answers have arrived. */
function useFinish(compoKey: string, isDone: boolean): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    void refreshCompo(client, compoKey)
    toast(compoMessages.voted)
    void navigate(`/compo/${compoKey}`)
  }, [isDone, client, compoKey, navigate])
}
