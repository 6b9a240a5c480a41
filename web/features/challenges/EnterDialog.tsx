import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { EnterQuestion } from '../entries/EnterQuestion.tsx'
import { EnterSketchDialog } from '../entries/EnterSketchDialog.tsx'
import { uploadAddress, useEnterChallenge } from './queries.ts'

type EnterDialogProps = { challenge: ChallengeItem; userId: number; onClose: () => void }

/** Lets a member choose one of their sketches and enter it in a challenge. */
export function EnterDialog({ challenge, userId, onClose }: EnterDialogProps) {
  const enterChallenge = useEnterChallenge()
  return (
    <EnterSketchDialog
      userId={userId}
      enteredIn="challenge"
      uploadTo={uploadAddress(challenge.id)}
      question={(title) => (
        <>
          <EnterQuestion entries={[{ title, challenge, compo: null }]} /> {challengeMessages.entryHint}
        </>
      )}
      done={challengeMessages.entered(challenge.title)}
      onEnter={(sketchId) => enterChallenge.mutateAsync({ challengeId: challenge.id, sketchId })}
      onClose={onClose}
    />
  )
}
