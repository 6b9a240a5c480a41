import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { IdeaFields, readIdea } from './IdeaFields.tsx'
import { useSuggestChallenge } from './queries.ts'

/** Opens the form for suggestions; visitors are asked to log in [1 §6]. */
export function SuggestButton() {
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Lightbulb} onClick={() => requireLogin(() => setOpen(true))}>
        Suggest a challenge
      </Button>
      {isOpen && <SuggestDialog onClose={() => setOpen(false)} />}
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
    </FormDialog>
  )
}
