import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { IdeaFields, ideaIn } from './IdeaFields.tsx'
import { useSuggestChallenge } from './queries.ts'

/** A member's idea for a day to come [1 §5]. */
export function SuggestDialog({ onClose }: { onClose: () => void }) {
  const suggest = useSuggestChallenge()
  const send = async (filled: FormData) => {
    await suggest.mutateAsync(ideaIn(filled))
    toast(challengeMessages.suggested)
    return undefined
  }
  return (
    <FormDialog title="Suggest a challenge" submit="Suggest" onSubmit={send} failure={messageOf} onClose={onClose}>
      <FormHint>{challengeMessages.suggestHint}</FormHint>
      <IdeaFields />
    </FormDialog>
  )
}
