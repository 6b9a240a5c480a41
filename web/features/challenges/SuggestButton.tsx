import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import { IdeaFields, readIdea } from './IdeaFields.tsx'
import { OwnSuggestions } from './OwnSuggestions.tsx'
import { useSuggestChallenge } from './queries.ts'

/** Opens the form for suggestions [1 §6]. A visitor gets an explanation, and the form after signing in. */
export function SuggestButton() {
  const [dialog, setDialog] = useState<'join' | 'suggest' | null>(null)
  const requireLogin = useRequireLogin(() => setDialog('join'))
  const suggest = () => setDialog('suggest')
  useOffer('suggest', suggest)
  const close = () => setDialog(null)
  return (
    <>
      <Button icon={Lightbulb} onClick={() => requireLogin(suggest)}>
        Suggest a challenge
      </Button>
      {dialog === 'join' && (
        <JoinDialog title="Suggest a challenge?" offer="suggest" onClose={close}>
          <p>{challengeMessages.suggestHint}</p>
        </JoinDialog>
      )}
      {dialog === 'suggest' && <SuggestDialog onClose={close} />}
    </>
  )
}

/** Form for a member's suggestion [1 §5]. */
export function SuggestDialog({ onClose }: { onClose: () => void }) {
  const suggest = useSuggestChallenge()
  const send = async (formData: FormData) => {
    await suggest.mutateAsync(readIdea(formData))
    toast(challengeMessages.suggested)
    return undefined
  }
  return (
    <FormDialog title="Suggest a challenge" submit="Suggest" onSubmit={send} failure={messageOf} onClose={onClose}>
      <FormHint>{challengeMessages.suggestHint}</FormHint>
      <IdeaFields />
      <OwnSuggestions />
    </FormDialog>
  )
}
